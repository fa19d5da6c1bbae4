// A combat results table with edits: its cells, the family of those not known, and the exact law of every row and column.
const { exact, element } = window.kessel;
const MISSING = "?", ZERO = exact.fraction(0), CERTAIN = exact.fraction(1);
const sum = (parts) => parts.reduce(exact.add, ZERO);
const labels = data.header.slice(1), nParts = data.parts.length;

// An edit maps "row|column" to a code; what is no cell, no code or no change is left out of it.
const keyOf = (row, at) => `${data.rows[row]}|${labels[at]}`;
function cleaned(edit) {
  const found = {};
  data.raw.forEach((cells, row) => cells.forEach((printed, at) => {
    const code = edit[keyOf(row, at)];
    if (code !== undefined && code !== printed && isEditable(row, at) && codesOf(row, at).includes(code)) found[keyOf(row, at)] = code;
  }));
  return found;
}
// A corrected misprint stays: its correction is guarded by what is printed.
const isEditable = (row, at) => data.raw[row][at] === MISSING || data.raw[row][at] === data.cells[row][at];
const codesOf = (row, at) => data.raw[row][at] === MISSING ? [...data.legal[at % nParts], MISSING] : data.legal[at % nParts];

// The table in which an edit stands: `cells` as they count, `is_known` where print or edit says so, `low` to `high`
// the places on the ladder of what may stand in each.
function tableOf(edit) {
  const known = data.cells.map((cells, row) => cells.map((code, at) => edit[keyOf(row, at)] ?? code));
  const isKnown = known.map((cells) => cells.map((code) => code !== MISSING));
  return isKnown.flat().every(Boolean) ? { cells: known, isKnown } : familyOf(known, isKnown);
}

const grown = (rows, columns, start, from) => {
  const found = Array.from({ length: rows }, () => Array(columns).fill(start));
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) found[r][c] = from(r, c, found);
  return found;
};
// The bounds of each cell if a higher roll and a higher column never hurt, from the bounds of each alone.
function monotone(floor, ceiling) {
  const rows = floor.length, columns = floor[0].length;
  const low = grown(rows, columns, 0, (r, c, f) => Math.max(floor[r][c], r ? f[r - 1][c] : 0, c ? f[r][c - 1] : 0));
  const most = Math.max(...ceiling.flat());
  const turned = grown(rows, columns, most, (r, c, f) =>
    Math.min(ceiling[rows - 1 - r][columns - 1 - c], r ? f[r - 1][c] : most, c ? f[r][c - 1] : most));
  return [low, turned.map((row) => [...row].reverse()).reverse()];
}
// The same if besides all cells of equal row plus column agree.
function diagonal(floor, ceiling) {
  const rows = floor.length, columns = floor[0].length, n = rows + columns - 1;
  const least = Array(n).fill(0), most = Array(n).fill(Math.max(...ceiling.flat()));
  floor.forEach((row, r) => row.forEach((low, c) => { least[r + c] = Math.max(least[r + c], low); most[r + c] = Math.min(most[r + c], ceiling[r][c]); }));
  for (let i = 1; i < n; i++) least[i] = Math.max(least[i], least[i - 1]);
  for (let i = n - 2; i >= 0; i--) most[i] = Math.min(most[i], most[i + 1]);
  return [least, most].map((along) => floor.map((row, r) => row.map((_, c) => along[r + c])));
}

// The rows of a table from bad to good for the attacker, and back again.
const upward = (rows) => data.better_roll === "lower" ? [...rows].reverse() : rows;
// The central member of the family that `sim.numbers.family` makes of the first structure that no known cell refutes;
// `low` and `high` are those of the widest structure, since known tables often refute a narrower one.
function familyOf(known, isKnown) {
  const ladder = data.ladder, others = [...new Set(known.flat())].filter((code) => code !== MISSING && !ladder.includes(code)).sort();
  const codes = [...ladder, ...others], at = known.map((row) => row.map((code) => codes.indexOf(code)));
  const each = (how) => at.map((row, r) => row.map((place, c) => how(place, r, c))), isOn = (place) => place >= 0 && place < ladder.length;
  const floor = upward(each((place) => isOn(place) ? place : 0)), ceiling = upward(each((place) => isOn(place) ? place : ladder.length - 1));
  for (const structure of data.better_roll === "neither" ? [] : data.structures) {
    const [a, b] = (structure === "diagonal" ? diagonal : monotone)(floor, ceiling).map(upward);
    const isRefuted = each((place, r, c) => isOn(place) && (a[r][c] !== place || b[r][c] !== place)).flat().some(Boolean);
    if (isRefuted && structure === "diagonal") continue;
    const cells = each((place, r, c) => codes[place >= 0 ? place : Math.floor((a[r][c] + b[r][c]) / 2)]);
    const [x, y] = monotone(floor, ceiling).map(upward), widest = data.structures[data.structures.length - 1];
    const low = each((place, r, c) => place >= 0 ? place : Math.min(x[r][c], y[r][c])), high = each((place, r, c) => place >= 0 ? place : Math.max(x[r][c], y[r][c]));
    return { cells, isKnown, low, high, codes, structure: widest };
  }
  throw new Error("no family holds such a table");
}

// What a cell comes to: [outcome, weight] and the total weight, certain unless its result asks for a second roll.
function cellOutcomes(table, row, column) {
  const parts = table.cells[row].slice(column * nParts, (column + 1) * nParts);
  if (nParts === 1) return { total: 1n, outcomes: [[data.codes[parts[0]], 1n]] };
  const [mine, theirs] = parts.slice(1).map((code) => code === data.again ? data.none : code), lost = data.losses[parts[0]];
  if (!parts.slice(1).includes(data.again)) return { total: 1n, outcomes: [[outcomeOf(lost, mine, theirs), 1n]] };
  const found = new Map();
  data.ways.forEach((ways, r) => {
    const [a, d] = data.losses[table.cells[r][column * nParts]], key = `${lost[0] + a} ${lost[1] + d}`;
    found.set(key, (found.get(key) || 0n) + BigInt(ways));
  });
  const steps = [...found].map(([key, n]) => [key.split(" ").map(Number), n]).sort(([a], [b]) => a[0] - b[0] || a[1] - b[1]);
  return { total: steps.reduce((all, [, n]) => all + n, 0n), outcomes: steps.map(([pair, n]) => [outcomeOf(pair, mine, theirs), n]) };
}
function outcomeOf(steps, mine, theirs) {
  const losses = (steps[0] ? `A${steps[0]}` : "") + (steps[1] ? `D${steps[1]}` : "") || "-";
  return { text: `${losses} | ${mine} | ${theirs}`, steps, ...data.pairs[`${mine} ${theirs}`] };
}

// A law is a Map from an outcome's text to [outcome, chance].
function lawOf(parts) {
  const law = new Map();
  for (const [outcome, p] of parts) law.set(outcome.text, [outcome, exact.add(p, law.has(outcome.text) ? law.get(outcome.text)[1] : ZERO)]);
  return law;
}
const allWays = data.ways.reduce((a, b) => a + b, 0);
// The law of a column; with a DRM rolls beyond the table are read as its edge, a second roll is never modified.
function columnLaw(table, column, drm = 0) {
  return lawOf(data.ways.flatMap((ways, row) => {
    const read = Math.max(0, Math.min(data.ways.length - 1, row + drm)), { total, outcomes } = cellOutcomes(table, read, column);
    return outcomes.map(([outcome, n]) => [outcome, exact.fraction(n * BigInt(ways), total * BigInt(allWays))]);
  }));
}
const mean = (law, value) => sum([...law.values()].map(([outcome, p]) => exact.times(p, exact.fraction(Number(value(outcome))))));
// The largest change in the chance of any set of outcomes.
function distance(a, b) {
  const chance = (law, text) => law.has(text) ? law.get(text)[1] : ZERO, size = (x) => x[0] < 0n ? exact.subtract(ZERO, x) : x;
  const apart = [...new Set([...a.keys(), ...b.keys()])].map((text) => size(exact.subtract(chance(a, text), chance(b, text))));
  return exact.times(sum(apart), exact.fraction(1, 2));
}

// The lowest and highest mean of a measure of codes over every member of the family, column by column.
function bounds(table, column, measure) {
  if (!table.low || table.isKnown.every((row) => row[column])) return null;
  let sums = new Map([[0, [0, 0]]]); // by the last cell on the ladder
  upward(data.ways.map((ways, row) => [ways, row])).forEach(([ways, row]) => {
    const next = new Map(), low = table.low[row][column], high = table.high[row][column], isKnown = table.isKnown[row][column];
    const rises = isKnown || ![...sums.keys()].some((before) => before <= high) ? () => true : (value, before) => value >= before;
    for (const [before, [least, most]] of sums) for (let value = low; value <= high; value++) {
      if (!rises(value, before)) continue;
      const after = value < data.ladder.length ? value : before, worth = ways * Number(measure(data.codes[table.codes[value]]));
      const there = next.get(after) || [Infinity, -Infinity];
      next.set(after, [Math.min(there[0], least + worth), Math.max(there[1], most + worth)]);
    }
    sums = next;
  });
  const ends = [...sums.values()];
  return [Math.min(...ends.map(([least]) => least)), Math.max(...ends.map(([, most]) => most))].map((n) => exact.fraction(n, allWays));
}

// The table as the file `crt.csv` holds it, byte for byte.
function csvOf(edit) {
  const rows = data.raw.map((cells, row) => [data.rows[row], ...cells.map((code, at) => edit[keyOf(row, at)] ?? code)]);
  return csvLines([data.header, ...rows]);
}
function csvLines(rows) {
  const field = (text) => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(field).join(",") + "\n").join("");
}
