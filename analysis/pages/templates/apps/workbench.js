// The CRT workbench: the table in editable cells, before and after beside each other, the edit in the page's address.
window.kessel.figures = (edit = state.edit) => figuresOf(cleaned(edit));
window.kessel.fight = (edit, fight) => fightOf(tableOf(cleaned(edit)), { ...NO_FIGHT, ...fight }, true);
window.kessel.tables = (worth) => Object.fromEntries(Object.keys(data.fight.tables).map((name) => [name, tableCsv(name, worth)]));
window.kessel.heat = (edit = {}) => heatOf(tableOf(cleaned(edit)));
window.kessel.repairs = (edit = state.edit) => repairsOf(cleaned(edit)).map(({ row, at, code, edit, faults, dead, moved }) => ({ key: keyOf(row, at), code, edit, faults, dead, moved: exact.show(moved) }));
const NO_FIGHT = { column: Math.floor(data.columns.length / 2), shift: 0, drm: 0, use: {}, worth: {} };
const STEPS = data.all_steps[1], START = { edit: {}, fight: NO_FIGHT, steps: STEPS };
let printed = diagnosed(tableOf({}));
const modifiers = [...data.fight.shifts.map((row) => ({ ...row, kind: "column" })), ...data.fight.drms.map((row) => ({ ...row, kind: "DRM" }))];
let state = fromAddress(), past = [], now = printed;
if (!root) return;

// The address carries the edit and the fight, such as #cell=3|2-1|2/1&shift=1&use.river=1.
function fromAddress() {
  const told = new URLSearchParams(location.hash.slice(1)), edit = {}, fight = { ...NO_FIGHT, use: {}, worth: {} };
  for (const text of told.getAll("cell")) {
    const [row, column, code] = text.split("|");
    edit[`${row}|${column}`] = code;
  }
  const whole = (text, most) => /^-?\d{1,2}$/.test(text || "") && Math.abs(Number(text)) <= most ? Number(text) : null;
  if (data.columns.includes(told.get("column"))) fight.column = data.columns.indexOf(told.get("column"));
  for (const name of ["shift", "drm"]) fight[name] = whole(told.get(name), MOST) ?? 0;
  for (const row of modifiers) {
    const times = whole(told.get(`use.${row.id}`), row.most), worth = whole(told.get(`worth.${row.id}`), MOST);
    if (times > 0) fight.use[row.id] = times;
    if (worth !== null && worth !== Number(row.value)) fight.worth[row.id] = worth;
  }
  return { edit: cleaned(edit), fight, steps: STEPS && ["1", "2"].includes(told.get("steps")) ? Number(told.get("steps")) : STEPS };
}
function address() {
  const told = new URLSearchParams(), fight = state.fight;
  for (const [key, code] of Object.entries(state.edit)) told.append("cell", `${key}|${code}`);
  if (fight.column !== NO_FIGHT.column) told.set("column", data.columns[fight.column]);
  for (const name of ["shift", "drm"]) if (fight[name]) told.set(name, fight[name]);
  if (state.steps !== STEPS) told.set("steps", state.steps);
  for (const part of ["use", "worth"]) for (const [id, n] of Object.entries(fight[part])) told.set(`${part}.${id}`, n);
  return `#${told}`;
}
function change(next) {
  const before = state;
  state = { ...state, ...next };
  if (address() === (location.hash || "#")) return show();
  past.push(before);
  history.pushState(null, "", address());
  show();
}
function undo() {
  if (!past.length) return;
  state = past.pop();
  history.pushState(null, "", address());
  show();
}

// --- the table ---
const inputs = new Map();
const matching = (row, at, text) => {
  const codes = codesOf(row, at), wanted = text.trim();
  return codes.find((code) => code === wanted) ?? codes.find((code) => code.toLowerCase() === wanted.toLowerCase());
};
function cellElement(row, at) {
  const key = keyOf(row, at);
  const input = element("input", { type: "text", value: "", list: `workbench-codes-${at % nParts}`, autocomplete: "off", spellcheck: "false", readonly: !isEditable(row, at),
    // Emptied while it is in focus, so that the list offers every code and not only the one that stands there.
    onfocus: () => { if (!input.readOnly) { input.placeholder = input.value; input.value = ""; } },
    onblur: () => { input.placeholder = ""; if (!input.dataset.touched) input.value = shown(row, at); },
    oninput: () => { input.dataset.touched = "yes"; },
    onchange: () => commit(row, at, input),
    onkeydown: (event) => {
      if (event.key === "Escape") refreshGrid();
      if (event.key !== "Enter") return;
      event.preventDefault();
      const next = (row + (event.shiftKey ? -1 : 1) + data.rows.length) % data.rows.length;
      if (commit(row, at, input)) inputs.get(keyOf(next, at)).focus();
    } });
  inputs.set(key, input);
  return element("td", { class: at % nParts === 0 && nParts > 1 ? "first" : "" }, input);
}
const shown = (row, at) => now.table.cells[row][at];
// What was typed counts, also where it is what stands there already: so a guess becomes known.
function commit(row, at, input) {
  const text = input.value.trim(), code = text === "" ? data.raw[row][at] : matching(row, at, text);
  if (!input.dataset.touched) return true;
  parts.message.textContent = code === undefined ? `${text} is not a code here; expected ${several(codesOf(row, at))}` : "";
  if (code === undefined) input.setAttribute("aria-invalid", "true");
  else change({ edit: cleaned({ ...state.edit, [keyOf(row, at)]: code }) });
  return code !== undefined;
}
const several = (codes) => codes.length > 14 ? `one such as ${codes.slice(0, 14).join(", ")}` : codes.join(", ");

function grid() {
  const heads = nParts > 1 ? data.columns.map((label) => element("th", { scope: "colgroup", colspan: nParts, class: "first" }, label)) : labels.map((label) => element("th", { scope: "col" }, label));
  const under = nParts > 1 ? [element("tr", {}, element("th", { scope: "col" }, data.header[0]), labels.map((_, at) => element("th", { scope: "col", class: at % nParts === 0 ? "first" : "" }, data.parts[at % nParts])))] : [];
  const corner = element("th", { scope: "col" }, nParts > 1 ? "" : data.header[0].replaceAll("_", " "));
  const body = data.rows.map((label, row) => element("tr", {}, element("th", { scope: "row" }, label), labels.map((_, at) => cellElement(row, at))));
  const lists = data.legal.map((codes, i) => element("datalist", { id: `workbench-codes-${i}` }, codes.map((code) => element("option", { value: code }, data.meanings[code] || ""))));
  return element("div", { class: "scroll wide", tabindex: "0", role: "region", "aria-label": "The table, to be edited" }, element("table", { class: nParts > 1 ? "grid narrow" : "grid" }, element("thead", {}, element("tr", {}, corner, heads), under), element("tbody", {}, body), parts.foot), lists);
}
// Under each column what it comes to, before over after.
function footRows() {
  const line = (label, name, words) => element("tr", {}, element("th", { scope: "row" }, label), now.columns.map((after, i) => {
    const range = (now.ranges[i] || {})[name];
    if (range && !same(...range)) return element("td", { colspan: nParts, class: nParts > 1 ? "open first" : "open", title: RANGE }, words(range[0]), element("br"), `to ${words(range[1])}`);
    const before = printed.columns[i][name], isSame = same(before, after[name]), is = element("span", { class: isSame ? "still" : "is" }, words(after[name]));
    return element("td", { colspan: nParts, class: nParts > 1 ? "first" : "", title: after[name] === null ? "" : exact.show(after[name]) }, isSame ? is : [element("span", { class: "was" }, words(before)), element("br"), is]);
  }));
  return [line(data.short_way, "p_gives_way", (x) => `${Math.round(1000 * exact.number(x)) / 10}\u00a0%`), line("attacker loses", "attacker_steps", two), line("defender loses", "defender_steps", two)];
}
function refreshGrid() {
  data.rows.forEach((rowLabel, row) => labels.forEach((label, at) => {
    const input = inputs.get(keyOf(row, at)), code = shown(row, at), isKnown = now.table.isKnown[row][at], isEdited = keyOf(row, at) in state.edit;
    const { outcomes } = cellOutcomes(now.table, row, Math.floor(at / nParts)), [name, color] = data.classes[outcomes[0][0].class];
    const basis = isEdited ? `yours, printed ${data.raw[row][at] === MISSING ? "nowhere" : data.raw[row][at]}` : isKnown ? data.basis[row][at] : "not printed: our guess";
    input.value = code;
    input.removeAttribute("aria-invalid");
    delete input.dataset.touched;
    input.title = `${label}, ${rowLabel}: ${data.meanings[code] || code}; ${name} (${basis})`;
    input.setAttribute("aria-label", `${data.header[0].replaceAll("_", " ")} ${rowLabel}, column ${label}, ${code}, ${basis}`);
    input.style.setProperty("--class", color);
    input.className = isEdited ? "edited" : isKnown ? "" : "guessed";
  }));
}

// --- before and after ---
const points = (x) => { const p = 100 * exact.number(x); return `${p > 0 ? "+" : ""}${p.toFixed(1)}`.replace("-", "−"); };
const two = (x) => x === null ? "the attacker loses none" : exact.number(x).toFixed(2);
const more = (x) => `${x[0] > 0n ? "+" : ""}${two(x)}`.replace("-", "−");
const fine = (...children) => element("span", { class: "fraction" }, ...children);
const same = (a, b) => a === null || b === null ? a === b : exact.compare(a, b) === 0;
function beforeAfter(before, after, words, range) {
  if (range && !same(...range)) { // what is known comes first, our guess after it
    const guess = same(before, after) ? words(after) : `${words(before)} → ${words(after)}`;
    return element("td", { class: same(before, after) ? "" : "changed" }, element("span", { class: "still", title: RANGE }, `${words(range[0])} to ${words(range[1])}`), " ", fine(`guess ${guess}`));
  }
  const told = (x, kind) => element("span", { class: kind, title: x === null ? "" : exact.show(x) }, words(x));
  if (same(before, after)) return element("td", {}, told(after, "still"), " ", fine(after === null ? "" : exact.show(after)));
  return element("td", { class: "changed" }, told(before, "was"), " → ", told(after, "is"), " ", fine(after === null ? "" : exact.show(after)));
}
// A law by the classes of its results, the attacker's best first: a thin bar before, a thick one after.
function shares(law) {
  return data.classes.map((_, i) => sum([...law.values()].filter(([outcome]) => outcome.class === i).map(([, p]) => p)));
}
function bars(before, after, isGuess) {
  const bar = (law, kind) => {
    const parts = shares(law).map((p, i) => [p, ...data.classes[i]]).filter(([p]) => p[0] > 0n);
    return element("span", { class: `law ${kind}`, title: `${kind === "was" ? "before" : "after"}: ${parts.map(([p, name]) => `${name} ${exact.percent(p)}`).join(", ")}` },
      parts.map(([p, , color]) => element("span", { style: `width:${(100 * exact.number(p)).toFixed(2)}%;background:${color}` })));
  };
  return element("td", { class: isGuess ? "bars guess" : "bars", "aria-hidden": "true" }, bar(before, "was"), bar(after, "is"));
}
const RANGE = "from the lowest to the highest value over every table of the family; the truth is one value within, and nothing says which";
function table(caption, heads, rows) {
  return element("div", { class: "part" }, element("p", { class: "caption" }, caption), element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", { "aria-label": caption }, element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, rows))));
}
const initial = (text) => text[0].toUpperCase() + text.slice(1);
const LOSSES = ["attacker's steps lost", "defender's steps lost"];
function columnsTable() {
  const ends = ["attacker eliminated", "defender eliminated"];
  const heads = ["odds", "results", data.short_way, ...LOSSES, "the defender's steps for each of the attacker's", ...ends, "rolls that change"];
  const loses = heads.filter((head) => !ends.includes(head));
  const canEnd = [printed, now].some((one) => one.columns.some((c) => c.p_attacker_eliminated[0] || c.p_defender_eliminated[0]));
  const rows = now.columns.map((after, i) => {
    const before = printed.columns[i], range = now.ranges[i] || {}, apart = distance(printed.laws[i], now.laws[i]);
    const gone = canEnd ? [beforeAfter(before.p_attacker_eliminated, after.p_attacker_eliminated, exact.percent), beforeAfter(before.p_defender_eliminated, after.p_defender_eliminated, exact.percent)] : [];
    return element("tr", { class: apart[0] ? "moved" : "" }, element("th", { scope: "row" }, data.columns[i], range.p_gives_way ? element("abbr", { title: "rests on cells that are not printed" }, " ?") : null),
      bars(printed.laws[i], now.laws[i], Boolean(range.p_gives_way)), beforeAfter(before.p_gives_way, after.p_gives_way, exact.percent, range.p_gives_way),
      beforeAfter(before.attacker_steps, after.attacker_steps, two, range.attacker_steps), beforeAfter(before.defender_steps, after.defender_steps, two, range.defender_steps),
      range.p_gives_way ? element("td", { class: "open" }, "not known") : beforeAfter(before.exchange_ratio, after.exchange_ratio, two), gone,
      element("td", {}, apart[0] ? [exact.percent(apart), " ", fine(exact.show(apart))] : "nothing"));
  });
  const family = now.table.low ? ` Columns marked ? rest on cells that are not printed: the range, which runs over ${data.families[now.table.structure]}, is what is known, and the guess is one table in the middle.` : "";
  const reading = `Results: the thin bar before, the thick one after, in the colors above. ${initial(data.short_way)}: ${data.about}.${family}${STEPS ? stepsWords() : canEnd ? " A side eliminated to the last unit counts as losing no steps." : ""}`;
  return [table("Column by column, before → after", canEnd ? heads : loses, rows), element("p", { class: "count" }, reading)];
}
const unknown = (colspan) => element("td", { colspan, class: "open" }, "not known: it hangs on cells that are not printed");
function worthTable() {
  const shift = now.neighbors.map((after, i) => {
    const head = element("th", { scope: "row" }, `${after.left} to ${after.right}`);
    if (!areSure(now)(after)) return element("tr", {}, head, unknown(4));
    const before = areSure(printed)(after) ? printed.neighbors[i] : after; // a guess is nothing to compare with
    return element("tr", {}, head, beforeAfter(before.gives_way_change, after.gives_way_change, points),
      beforeAfter(before.attacker_steps_change, after.attacker_steps_change, more), beforeAfter(before.defender_steps_change, after.defender_steps_change, more), beforeAfter(before.jump, after.jump, exact.percent));
  });
  const drm = now.drm_worth.map((after, i) => {
    const before = isSure(printed, data.columns[i]) ? printed.drm_worth[i] : after;
    return element("tr", {}, element("th", { scope: "row" }, data.columns[i]), isSure(now, data.columns[i]) ? [0, 1].map((k) => beforeAfter(before[k], after[k], points)) : unknown(2));
  });
  return [table("What a shift of one column changes", ["shift", `${data.short_way}, points`, ...LOSSES, "largest change of any chance"], shift),
    table(`What a DRM of one is worth in each column, in points of the chance that the defender ${data.way}; rolls beyond the table read as its edge`, ["odds", "−1", "+1"], drm)];
}
// Only what stands on known cells counts: a guessed table has no findings.
const isSure = (one, label) => one.table.isKnown.every((row) => row.slice(data.columns.indexOf(label) * nParts, (data.columns.indexOf(label) + 1) * nParts).every(Boolean));
const isSureFault = (one) => ({ at }) => at.every(([row, column]) => one.table.isKnown[row].slice(column * nParts, (column + 1) * nParts).every(Boolean));
const areSure = (one) => (p) => isSure(one, p.left) && isSure(one, p.right);
// A cell as a player reads it: "losses A1D1, defender R".
const SIDES = { A: "attacker", D: "defender" };
function cellWords(one, [row, column]) {
  const parts = data.parts.map((part, k) => [SIDES[part] || part, one.table.cells[row][column * nParts + k]]);
  const told = parts.filter(([, code]) => nParts === 1 || code !== data.none);
  return told.map(([part, code]) => part ? `${part} ${code}` : code).join(", ") || "no result";
}
const HALF = { p_gives_way: `the defender ${data.way}`, p_defender_loses: "the defender loses steps", p_defender_eliminated: "the defender is eliminated" };
function findings(one) {
  const pair = (p) => `${p.left} to ${p.right}`;
  return [
    ...one.dead_spots.filter(areSure(one)).map((p) => `dead spot: ${p.left} and ${p.right} never differ`),
    ...one.cliff_edges.filter(areSure(one)).map((p) => [`cliff edge: ${pair(p)}`, ` (a chance changes by ${points(p.jump).replace("+", "")} points)`]),
    ...one.faults.filter(isSureFault(one)).map((f) => `${f.kind}: ${f.place}: ${cellWords(one, f.at[0])} becomes ${cellWords(one, f.at[1])}`),
    ...(data.columns.every((label) => isSure(one, label)) ? Object.entries(one.half_points) : []).map(([name, label]) => `${HALF[name]} in at least half of all rolls from ${label} on`),
  ].map((line) => [].concat(line));
}
function verdict() {
  const [before, after] = [findings(printed), findings(now)], isIn = (line, lines) => lines.some(([head]) => head === line[0]);
  const line = (kind, tag) => (text) => element("li", { class: kind }, tag ? element("strong", {}, tag, " ") : null, ...text);
  const gone = before.filter((text) => !isIn(text, after)), fresh = after.filter((text) => !isIn(text, before)), kept = after.filter((text) => isIn(text, before));
  return [element("h3", {}, "What stands out"), element("ul", { class: "found" }, gone.map(line("gone", "gone:")), fresh.map(line("fresh", "new:")), kept.map(line("kept", "")), after.length + gone.length ? null : element("li", {}, data.columns.some((label) => isSure(now, label)) ? `nothing${data.columns.every((label) => isSure(now, label)) ? "" : " in the columns that are known in full"}: no dead spot, no cliff edge, no place where better is worse` : "nothing can be told before a column is known in full"))];
}

// What an edit comes to, in a sentence: which laws move, what it brings and what it takes away.
function summary(edits) {
  if (!edits) return data.ladder.length ? "One table of many: what is printed, and a guess in each dashed cell. Type in what you own." : "The table as printed.";
  const heads = (one) => findings(one).map(([head]) => head), [before, after] = [heads(printed), heads(now)];
  const told = (tag, lines) => lines.length ? ` ${tag}: ${lines.slice(0, 3).join("; ")}${lines.length > 3 ? ` and ${lines.length - 3} more` : ""}.` : "";
  const moved = data.columns.filter((_, i) => distance(printed.laws[i], now.laws[i])[0]);
  return `${edits} cell${edits > 1 ? "s" : ""} edited: the results of ${moved.length ? moved.join(", ") : "no column"} change.`
    + told("New", after.filter((line) => !before.includes(line))) + told("Gone", before.filter((line) => !after.includes(line)));
}
const say = (place, text) => { if (place.textContent !== text) place.textContent = text; };

// How many steps the defender has where losses are means: those of an elimination, and the most that a result takes.
function countSteps() {
  if (data.all_steps[1] === state.steps) return;
  data.all_steps[1] = state.steps;
  printed = diagnosed(tableOf({}));
}
const stepsWords = () => STEPS ? ` In means of steps an elimination counts as all there are, ${data.all_steps[0]} of the attacker and ${data.all_steps[1]} of the defender, and no result as more.` : "";

function show() {
  const edits = Object.keys(state.edit).length;
  countSteps();
  if (parts.steps) parts.steps.value = state.steps;
  now = edits ? diagnosed(tableOf(state.edit)) : printed;
  refreshGrid();
  parts.foot.replaceChildren(...footRows());
  parts.verdict.replaceChildren(...verdict());
  parts.heat.replaceChildren(...heatMaps(printed.table, now.table, edits > 0));
  parts.columns.replaceChildren(...columnsTable());
  parts.worth.replaceChildren(...worthTable());
  parts.repairs.found.replaceChildren();
  parts.repairs.ask.disabled = now.faults.filter(isSureFault(now)).length + now.dead_spots.filter(areSure(now)).length === 0;
  parts.undo.disabled = !past.length;
  parts.reset.disabled = address() === "#";
  say(parts.count, summary(edits));
  parts.download.href = `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(state.edit))}`;
  parts.link.href = address();
  showFight();
  shade();
}
// A bar at the right of a table says that it goes on there.
function shade() {
  for (const box of root.querySelectorAll(".workbench .scroll")) {
    box.classList.remove("more");
    box.classList.toggle("more", box.scrollWidth > box.clientWidth + 1);
  }
}

const parts = {};
parts.undo = element("button", { type: "button", onclick: undo }, "Undo");
parts.reset = element("button", { type: "button", onclick: () => { change(START); } }, "Reset");
parts.download = element("a", { class: "button", download: `${data.table}.csv`, href: "#" }, `Download ${data.table}.csv`);
parts.link = element("a", { href: "#" }, "Link to this edit");
for (const name of ["count", "message"]) parts[name] = element("p", { class: name, role: "status" });
if (STEPS) parts.steps = element("select", { onchange: () => change({ steps: Number(parts.steps.value) }) }, [1, 2].map((n) => element("option", { value: n }, n === 1 ? "one step" : "two steps")));
parts.foot = element("tfoot");
for (const name of ["verdict", "heat", "columns", "worth"]) parts[name] = element("div", { class: name });
parts.repairs = repairPanel();
const legend = element("ul", { class: "legend" }, data.classes.map(([name, color]) => element("li", {}, element("span", { class: "swatch", style: `background:${color}` }), name)),
  data.ladder.length ? element("li", { class: "guessed" }, "dashed: not printed; a guess stands there, the middle of the results that may; what follows from it may lie at an end of its range") : null);
root.append(element("div", { class: "workbench" },
  element("div", { class: "tools" }, parts.undo, parts.reset, parts.download, parts.link, parts.steps ? element("label", {}, "The defender has ", parts.steps) : null), parts.count, element("p", { class: "sideways" }, `The table has ${data.columns.length} columns; on a narrow screen swipe or scroll it sideways to see them all.`), grid(), parts.message, legend,
  element("details", { class: "again" }, element("summary", {}, "What to do with the file"), element("p", { class: "command" }, "The file goes to ", element("code", {}, `kessel diff ${data.game} ${data.table}.csv`), "; in the place of the printed one, accepted with ", element("code", {}, "kessel audit --accept"), ", odds, pages and studies go by it. ", data.fight.shifts.length + data.fight.drms.length ? "Worths of shifts and DRMs that you change below go into files of their own." : "What shifts a column in this game stands in no table here; the fight below takes any shift.")),
  parts.verdict, parts.heat, parts.repairs.box, parts.columns, fightPanel(), parts.worth));
root.classList.add("is-live");
root.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || event.shiftKey || event.target.dataset.touched) return;
  event.preventDefault();
  undo();
});
addEventListener("resize", shade);
for (const event of ["popstate", "hashchange"]) addEventListener(event, () => { state = fromAddress(); show(); });
show();
