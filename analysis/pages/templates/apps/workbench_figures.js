// What `analysis.diagnose` says of a table, fraction for fraction, and what `analysis.diff` says of an edit.
const CHANCES = ["p_attacker_loses", "p_defender_loses", "p_gives_way", "p_attacker_eliminated", "p_defender_eliminated"];
// Steps lost as means count them: an elimination as all there are, and no result as more, where the table says how many.
function counted(one, side) {
  const all = data.all_steps[side], lost = one.steps[side];
  return lost === null ? all : all ? Math.min(lost, all) : lost;
}
const MEASURES = {
  p_attacker_loses: (one) => one.steps[0] !== 0, p_defender_loses: (one) => one.steps[1] !== 0, p_gives_way: (one) => one.gives_way,
  attacker_steps: (one) => counted(one, 0), defender_steps: (one) => counted(one, 1),
  p_attacker_eliminated: (one) => one.steps[0] === null, p_defender_eliminated: (one) => one.steps[1] === null,
};
const pairs = (list) => list.slice(1).map((right, i) => [list[i], right]);

function measured(law) {
  const found = Object.fromEntries(Object.entries(MEASURES).map(([name, value]) => [name, mean(law, value)]));
  const isFree = exact.compare(found.attacker_steps, ZERO) === 0;
  found.exchange_ratio = isFree ? null : exact.fraction(found.defender_steps[0] * found.attacker_steps[1], found.defender_steps[1] * found.attacker_steps[0]);
  return found;
}

function neighborsOf(laws, figures) {
  const apart = (a, b, name) => exact.subtract(b[name], a[name]), size = (x) => x[0] < 0n ? exact.subtract(ZERO, x) : x;
  return pairs(data.columns.map((_, i) => i)).map(([i, j]) => {
    const jumps = CHANCES.map((name) => size(apart(figures[i], figures[j], name)));
    return {
      left: data.columns[i], right: data.columns[j], distance: distance(laws[i], laws[j]),
      jump: jumps.reduce((a, b) => exact.compare(a, b) >= 0 ? a : b),
      gives_way_change: apart(figures[i], figures[j], "p_gives_way"),
      attacker_steps_change: apart(figures[i], figures[j], "attacker_steps"),
      defender_steps_change: apart(figures[i], figures[j], "defender_steps"),
    };
  });
}

// What a cell is worth to the attacker, each part the more the better, means over a second roll.
function worthOf({ total, outcomes }) {
  const all = (steps) => steps === null ? data.eliminated : steps;
  const parts = outcomes.map(([one, n]) => [n, [-all(one.steps[0]), all(one.steps[1]), -one.rank, ...one.gains]]);
  return parts[0][1].map((_, i) => exact.fraction(parts.reduce((sum, [n, part]) => sum + n * BigInt(part[i]), 0n), total));
}
const isWorse = (after, before) => {
  const order = after.map((part, i) => exact.compare(part, before[i]));
  return order.every((one) => one <= 0) && order.some((one) => one < 0);
};

function faultsOf(table) {
  const cells = data.rows.map((_, row) => data.columns.map((_, column) => {
    const found = cellOutcomes(table, row, column);
    return { worth: worthOf(found), text: [...new Set(found.outcomes.map(([one]) => one.text))].join(" or ") };
  }));
  const places = data.columns.map((_, i) => i), rows = data.rows.map((_, i) => i), found = [];
  const fault = (kind, place, at) => {
    const [before, after] = at.map(([row, column]) => cells[row][column]);
    if (isWorse(after.worth, before.worth)) found.push({ kind, place, before: before.text, after: after.text, at });
  };
  for (const [left, right] of pairs(places)) for (const row of rows) {
    fault("better odds are worse", `roll ${data.rows[row]}, ${data.columns[left]} to ${data.columns[right]}`, [[row, left], [row, right]]);
  }
  const steps = { higher: pairs(rows), lower: pairs(rows).map(([low, high]) => [high, low]), neither: [] }[data.better_roll];
  for (const column of places) for (const [from, to] of steps) {
    fault(`a ${data.better_roll} roll is worse`, `${data.columns[column]}, roll ${data.rows[from]} to ${data.rows[to]}`, [[from, column], [to, column]]);
  }
  return found;
}

function halfPoints(figures) {
  const found = {};
  figures.forEach((one, i) => {
    for (const name of ["p_defender_loses", "p_gives_way", "p_defender_eliminated"]) {
      if (!(name in found) && exact.compare(one[name], exact.fraction(1, 2)) >= 0) found[name] = data.columns[i];
    }
  });
  return found;
}

function diagnosed(table) {
  const laws = data.columns.map((_, column) => columnLaw(table, column)), figures = laws.map(measured);
  const neighbors = neighborsOf(laws, figures), cliff = exact.parse(data.cliff);
  const giving = (column, drm) => mean(columnLaw(table, column, drm), (one) => one.gives_way);
  const ranges = data.columns.map((_, column) => nParts > 1 ? null : {
    p_gives_way: bounds(table, column, MEASURES.p_gives_way), attacker_steps: bounds(table, column, MEASURES.attacker_steps),
    defender_steps: bounds(table, column, MEASURES.defender_steps),
  });
  return {
    table, laws, columns: figures, ranges, neighbors,
    dead_spots: neighbors.filter((pair) => pair.distance[0] === 0n),
    cliff_edges: neighbors.filter((pair) => exact.compare(pair.jump, cliff) > 0),
    faults: faultsOf(table),
    drm_worth: figures.map((one, column) => [-1, 1].map((drm) => exact.subtract(giving(column, drm), one.p_gives_way))),
    half_points: halfPoints(figures),
  };
}

const textOf = (value) => Array.isArray(value) && typeof value[0] === "bigint" ? exact.show(value) : value;
const texts = (one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, textOf(value)]));
const DIFF = { attacker_steps: "attacker_steps", defender_steps: "defender_steps", attacker_eliminated: "p_attacker_eliminated", defender_eliminated: "p_defender_eliminated", gives_way: "p_gives_way" };

// Every figure of a table with an edit as texts, in the shape of `kessel crt --json` and `kessel diff --json`.
function figuresOf(edit) {
  const before = diagnosed(tableOf({})), after = diagnosed(tableOf(edit)), apart = after.laws.map((law, i) => distance(before.laws[i], law));
  const told = (figures) => Object.fromEntries(Object.entries(DIFF).map(([name, from]) => [name, exact.show(figures[from])]));
  return {
    columns: after.columns.map((one, i) => ({ odds_column: data.columns[i], ...texts(one) })),
    neighbors: after.neighbors.map(texts),
    dead_spots: after.dead_spots.map((pair) => [pair.left, pair.right]), cliff_edges: after.cliff_edges.map((pair) => [pair.left, pair.right]),
    faults: after.faults.map(({ at, ...fault }) => fault), half_points: after.half_points,
    drm_worth: Object.fromEntries(after.drm_worth.map(([down, up], i) => [data.columns[i], { "-1": exact.show(down), "+1": exact.show(up) }])),
    ranges: Object.fromEntries(after.ranges.flatMap((one, i) => one && one.p_gives_way ? [[data.columns[i], Object.fromEntries(Object.entries(one).map(([name, span]) => [name, span.map(exact.show)]))]] : [])),
    diff: {
      cells: data.raw.flatMap((cells, row) => cells.flatMap((code, at) => keyOf(row, at) in edit ? [{ row: data.rows[row], column: labels[at], before: code, after: edit[keyOf(row, at)] }] : [])),
      columns: after.columns.flatMap((one, i) => apart[i][0] === 0n ? [] : [{ odds_column: data.columns[i], distance: exact.show(apart[i]), before: told(before.columns[i]), after: told(one) }]),
    },
    cells: after.table.cells, csv: csvOf(edit),
  };
}
