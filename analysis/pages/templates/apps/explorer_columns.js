// A fight of a game with odds columns, exactly: strengths, position, shifts, column, law; `data` is `explorer_data`.
const { exact, element } = window.kessel;
const BASES = ["rulebook", "inferred", "published", "assumed", "missing"];
const weakest = (bases) => bases.reduce((a, b) => BASES.indexOf(b) > BASES.indexOf(a) ? b : a, "rulebook");

// A condition is a list of alternatives; in one of them every control named must have one of the values.
function holds(when, at) {
  const meets = (value, wanted) => typeof wanted === "string" && wanted.startsWith("<") ? value < at(wanted.slice(1)) : value === wanted;
  return when.length === 0 || when.some((one) => Object.entries(one).every(([id, values]) => values.some((v) => meets(at(id), v))));
}

// What every control counts as: its default where it is closed, a number within its limits.
function effective(setting) {
  const known = {}, controls = Object.fromEntries(data.controls.map((control) => [control.id, control]));
  const at = (id) => {
    if (!(id in known)) known[id] = count(controls[id]);
    return known[id];
  };
  const count = (control) => {
    if (!holds(control.opens, at)) return control.closed === null ? control.default : control.closed;
    const told = control.id in setting ? setting[control.id] : control.default;
    if (control.kind === "number") {
      const [low, high] = limits(control, at);
      return Math.max(low, Math.min(high, Number.isInteger(told) ? told : control.default));
    }
    if (control.kind === "toggle") return told === true;
    return control.choices.some(([value]) => value === told) ? told : control.default;
  };
  data.controls.forEach((control) => at(control.id));
  return known;
}

function limits(control, at) {
  let { low, high } = control;
  for (const [when, least, most] of control.limits) if (holds(when, at)) { low = Math.max(low, least); high = Math.min(high, most); }
  return [low, control.most ? Math.min(high, at(control.most)) : high];
}

// The facts as `kessel odds` takes them; what is as always is left out.
function factsOf(at) {
  const facts = {};
  for (const control of data.controls) {
    const value = at[control.id], name = control.fact || control.id;
    if (control.closed !== null && value === control.closed) continue;
    if (value === control.default && !control.is_told && !(control.kind === "number" && control.default !== 0)) continue;
    if (control.is_list) (facts[name] = facts[name] || []).push(...String(value).split(" "));
    else facts[name] = value;
  }
  for (const [name, value, when] of data.implied) if (holds(when, (id) => at[id])) facts[name] = value;
  return facts;
}

const floorDivide = (n, d) => { const q = n / d; return n % d !== 0n && (n < 0n) !== (d < 0n) ? q - 1n : q; };
const rounded = ([n, d]) => data.rounding === "up" ? -floorDivide(-n, d) : floorDivide(n, d);

// A side's strength with the modifiers that changed it, and how much an assumed one may be less or more.
function strength(part, at, extra) {
  let exactly = exact.fraction(BigInt(at(part)) + extra);
  const found = { applied: [], bases: [], low: 0n, high: 0n };
  for (const row of data[part]) {
    if (!holds(row.when, at)) continue;
    const before = rounded(exactly), times = row.times ? BigInt(at(row.times)) : 1n;
    exactly = row.value.startsWith("*") ? exact.times(exactly, exact.parse(row.value.slice(1)))
      : exact.add(exactly, exact.times(exact.parse(row.value), [times, 1n]));
    const change = rounded(exactly) - before;
    if (change) found.applied.push([row.id, Number(change), row.rule, part]);
    found.bases.push(row.basis);
    found.low += BigInt(row.low); found.high += BigInt(row.high);
  }
  found.factors = rounded(exactly);
  return found;
}

// The rung of whole odds, 1/1 at 0, 2/1 at 1, 1/2 at -1, rounded for the defender.
const rungOf = (a, d) => a >= d ? a / d - 1n : 1n + floorDivide(-d, a);
const firstRung = () => { const [n, d] = exact.parse(data.ladder.ratios[0]); return d === 1n ? n - 1n : 1n - d; };

function positionOf(a, d, at) {
  const ladder = data.ladder;
  if (ladder.is_whole) return Number(rungOf(a, d) - firstRung());
  const ratios = ladder.ratios.map(exact.parse), last = ratios.length - 1;
  const nearest = ladder.nearest && at(ladder.nearest[0]) === ladder.nearest[1];
  let position = a > 0n && a * ratios[0][1] >= ratios[0][0] * d ? 0 : -1;
  for (let i = 1; i <= last; i++) {
    const limit = nearest ? exact.times(exact.add(ratios[i - 1], ratios[i]), [1n, 2n]) : ratios[i];
    const left = a * limit[1], right = limit[0] * d;
    if (position >= 0 && (nearest ? left > right : left >= right)) position += 1;
  }
  if (ladder.counts_beyond && position === last && d > 0n) {
    position += Number((a * ratios[last][1] - ratios[last][0] * d) / (d * ratios[last][1]));
  }
  return position;
}

function labelOf(position, a, d) {
  const ladder = data.ladder;
  if (ladder.is_whole) {
    const rung = BigInt(position) + firstRung();
    return rung >= 0n ? `${rung + 1n}${ladder.separator}1` : `1${ladder.separator}${1n - rung}`;
  }
  if (position < 0) return ladder.below_label;
  return position < ladder.labels.length ? ladder.labels[position] : `${a / d}${ladder.separator}1`;
}

// Sums of the rows that apply, those after the test for an attack below the table apart.
function shifted(rows, at, after = []) {
  const found = { before: 0, after: 0, applied: [], bases: [], low: 0, high: 0 };
  for (const row of rows) {
    if (!holds(row.when, at)) continue;
    const value = Number(row.value) * (row.times ? at(row.times) : 1);
    found[after.includes(row.id) ? "after" : "before"] += value;
    if (value) found.applied.push([row.id, value, row.rule, rows === data.drms ? "drm" : "shift"]);
    found.bases.push(row.basis);
    found.low += row.low; found.high += row.high;
  }
  return found;
}

// The final column, -1 below the table; `null` where the attack is called off.
function finalColumn(position, before, after) {
  const last = data.ladder.labels.length - 1, whole = position + before + after;
  if (data.ladder.below === "hold") return Math.max(0, Math.min(whole, last));
  if (data.ladder.below === "cancel") return whole < 0 ? null : Math.min(whole, last);
  if (data.ladder.is_lost_below) return position < 0 || position + before < 0 ? -1 : Math.min(whole, last);
  return Math.max(-1, Math.min(whole, last));
}

const range = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);

// One case of a fight: the columns it may be read in, that of the shown values first.
function oneCase(at, extra) {
  const attack = strength("attack", at, extra.attack), defense = strength("defense", at, extra.defense);
  const shift = shifted(data.shifts, at, data.after_test), drm = shifted(data.drms, at);
  const place = (more, further) => {
    const a = attack.factors, d = defense.factors + BigInt(more), position = positionOf(a, d, at);
    const column = finalColumn(position, shift.before + further, shift.after);
    return { column, initial: labelOf(position, a, d), final: column === null ? labelOf(position + shift.before, a, d) : null };
  };
  const shown = place(0, 0);
  const may = range(Number(defense.low), Number(defense.high)).flatMap((m) => range(shift.low, shift.high).map((f) => place(m, f).column));
  const columns = [...new Set([shown.column, ...may])].filter((column) => column !== null);
  const label = (column) => column < 0 ? data.ladder.below_label : data.ladder.labels[column];
  return {
    initial: shown.initial, final: shown.final || label(shown.column), columns: shown.column === null ? [] : columns,
    strengths: [attack.factors, defense.factors], drm: drm.before,
    applied: [...attack.applied, ...defense.applied, ...shift.applied, ...drm.applied],
    shift: shift.before + shift.after, bases: [...attack.bases, ...defense.bases, ...shift.bases],
    is_cancelled: shown.column === null || (Boolean(data.cells["-1"]) && columns.every((column) => column < 0)),
  };
}

function cellOf(column, at, drm) {
  const values = data.contexts.map((values) => values.find(([, when]) => holds(when, at))[0]);
  if (data.drm_limit) values.push(Math.max(-data.drm_limit, Math.min(data.drm_limit, drm)));
  const key = [column, ...values].join("|"), cell = data.cells[key] || data.cells[String(column)];
  return { ...cell, measures: { ...cell.measures, ...afterIn(key, at) } };
}

// What is measured after both sides' choices, where laws may be ranges, by what is set.
function afterIn(key, told) {
  const found = {};
  for (const ends of data.ends) {
    const number = ends.classes[ends.by.map((id) => id in ends.most ? Math.min(told(id), ends.most[id]) : told(id)).join(" ")];
    const at = number === undefined || !ends.cells[key] ? [] : ends.cells[key][number];
    at.forEach((span, i) => { found[ends.measures[i]] = ends.spans[span]; });
  }
  return found;
}

const spanOf = (texts) => { const parts = texts.map(exact.parse); return [parts[0], parts[1] || parts[0], parts[2] || parts[0]]; };
const ZERO = [0n, 1n];
const least = (a, b) => exact.compare(a, b) <= 0 ? a : b;
const most = (a, b) => exact.compare(a, b) >= 0 ? a : b;

// One law over several cells: the first is shown, the bounds are over them all.
function overCells(cells, part) {
  const found = {};
  for (const name of new Set(cells.flatMap((cell) => Object.keys(cell[part])))) {
    const spans = cells.map((cell) => cell[part][name] ? spanOf(cell[part][name]) : [ZERO, ZERO, ZERO]);
    found[name] = [spans[0][0], spans.map((s) => s[1]).reduce(least), spans.map((s) => s[2]).reduce(most)];
  }
  return found;
}

function mixed(parts, total) {
  const found = {};
  for (const [weight, spans] of parts) {
    for (const [name, span] of Object.entries(spans)) {
      const before = found[name] || [ZERO, ZERO, ZERO], share = exact.fraction(weight, total);
      found[name] = before.map((sum, i) => exact.add(sum, exact.times(span[i], share)));
    }
  }
  return found;
}

// Every case of what nobody knows: strength drawn, what it brings, its ways.
function casesOf(at) {
  const drawn = data.drawn.length ? data.draws[data.drawn.map(at).join(" ")] : null;
  if (!drawn) return { cases: [{ at, extra: { attack: 0n, defense: 0n }, ways: 1n }], basis: ["rulebook", "rulebook"], rules: [] };
  const cases = drawn.cases.map(([more, flag, ways]) => ({
    at: (id) => id === drawn.flag ? at(id) || flag : at(id), ways: BigInt(ways),
    extra: { attack: 0n, defense: 0n, [drawn.part]: BigInt(more) },
  }));
  return { cases, basis: drawn.basis, rules: drawn.rules };
}

const agreed = (labels) => new Set(labels).size === 1 ? labels[0] : "mixed";

// What the results come to after both sides' choices, where what that takes is told; -1 stands for every step.
function comesTo(law, at) {
  const few = (id) => id.endsWith("_steps") ? Math.min(at(id), data.most_steps) : at(id);
  const after = data.comes_to.length ? data.after[data.comes_to.map(few).join(" ")] : null, found = {};
  if (!after) return found;
  const counted = (n, i) => BigInt(n < 0 ? at(["", "attacker_steps", "defender_steps"][i]) : n);
  ["cleared", "attacker_lost", "defender_lost", ...data.told.map((one) => one.id)].forEach((name, i) => {
    found[name] = Object.entries(law).reduce((sums, [text, span]) => sums.map((sum, j) => exact.add(sum, exact.times(span[j], [counted(after[text][i], i), 1n]))), [ZERO, ZERO, ZERO]);
  });
  return found;
}

function columnsAnswer(known) {
  const at = (id) => known[id], { cases, basis, rules } = casesOf(at);
  const solved = cases.map((one) => ({ ...one, ...oneCase(one.at, one.extra) }));
  const total = solved.reduce((sum, one) => sum + one.ways, 0n);
  const answer = {
    facts: factsOf(known), initial_odds: agreed(solved.map((one) => one.initial)), final_column: agreed(solved.map((one) => one.final)),
    strengths: agreed(solved.map((one) => one.strengths.join(" against "))), is_cancelled: solved[0].is_cancelled,
    applied: solved[0].applied.filter((one) => solved.every((other) => other.applied.some((found) => String(found) === String(one)))),
    drawn_rules: rules, law: {}, measures: {}, has_family: false, has_values: solved.some((one) => one.columns.length > 1),
  };
  const bases = [basis[Number(new Set(solved.map((one) => one.shift)).size > 1)], ...solved[0].bases];
  if (!answer.is_cancelled) {
    const cells = solved.map((one) => one.columns.map((column) => cellOf(column, one.at, one.drm)));
    answer.law = mixed(solved.map((one, i) => [one.ways, overCells(cells[i], "law")]), total);
    answer.measures = mixed(solved.map((one, i) => [one.ways, overCells(cells[i], "measures")]), total);
    Object.assign(answer.measures, comesTo(answer.law, at));
    bases.push(...cells.flat().map((cell) => cell.basis));
    answer.has_family = cells.flat().some((cell) => Object.values(cell.law).some((texts) => texts.length > 1));
  }
  answer.basis = weakest(bases);
  return answer;
}
