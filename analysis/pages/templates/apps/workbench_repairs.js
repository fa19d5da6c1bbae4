// One-cell repairs: the codes that leave fewer faults and dead spots, tried in every cell that has part in one.
const MANY_REPAIRS = 8;

function troubled(table) {
  const laws = data.columns.map((_, column) => columnLaw(table, column));
  const dead = pairs(laws).map(([left, right], i) => distance(left, right)[0] === 0n ? [i, i + 1] : []);
  return { laws, faults: faultsOf(table), dead: dead.filter((pair) => pair.length) };
}

// Repairs of a table with an edit, the fewest troubles first, then the one that moves the laws least, then the one whose
// code stands most often beside the cell: so a misprint shows.
function repairsOf(edit) {
  const table = tableOf(edit), before = troubled(table), n = before.faults.length + before.dead.length;
  const places = new Set(before.faults.flatMap((fault) => fault.at.map(([row, column]) => `${row} ${column}`)));
  for (const column of before.dead.flat()) data.rows.forEach((_, row) => places.add(`${row} ${column}`));
  const found = [];
  for (const place of places) {
    const [row, column] = place.split(" ").map(Number);
    for (let at = column * nParts; at < (column + 1) * nParts; at++) for (const code of data.ladder.length ? data.ladder : codesOf(row, at)) {
      const next = cleaned({ ...edit, [keyOf(row, at)]: code });
      if ((next[keyOf(row, at)] ?? data.raw[row][at]) === (edit[keyOf(row, at)] ?? data.raw[row][at])) continue;
      const after = troubled(tableOf(next)), left = after.faults.length + after.dead.length;
      if (left < n) found.push({ row, at, code, edit: next, left, faults: after.faults.length, dead: after.dead.length, like: beside(table, row, at, code), moved: sum(after.laws.map((law, i) => distance(before.laws[i], law))) });
    }
  }
  return found.sort((a, b) => a.left - b.left || exact.compare(a.moved, b.moved) || b.like - a.like || a.row - b.row || a.at - b.at).slice(0, MANY_REPAIRS);
}

const beside = (table, row, at, code) => [[row - 1, at], [row + 1, at], [row, at - nParts], [row, at + nParts]]
  .filter(([r, a]) => table.cells[r] && table.cells[r][a] === code).length;
const times = (n, one, several) => `${n || "no"} ${n === 1 ? one : several}`;
function repairPanel() {
  const found = element("ul", { class: "found" });
  const ask = element("button", { type: "button", onclick: () => {
    const repairs = repairsOf(state.edit);
    found.replaceChildren(...repairs.map((one) => element("li", {},
      `${data.header[0]} ${data.rows[one.row]}, ${labels[one.at]}: ${now.table.cells[one.row][one.at]} → ${one.code} leaves ${times(one.faults, "place", "places")} where better is worse and ${times(one.dead, "dead spot", "dead spots")}; `,
      `it moves ${exact.percent(one.moved)} of the chances of its column `, element("button", { type: "button", onclick: () => change({ edit: one.edit }) }, "Try it"))));
    if (!repairs.length) found.replaceChildren(element("li", {}, "none: nothing to repair, or no single cell does it"));
  } }, "Look for one-cell repairs");
  return { ask, found, box: element("div", { class: "repairs" }, ask, found) };
}
