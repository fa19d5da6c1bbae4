// The CRT workbench: the table in editable cells, before and after beside each other, the edit in the page's address.
window.kessel.figures = (edit = state.edit) => figuresOf(cleaned(edit));
window.kessel.fight = (edit, fight) => fightOf(tableOf(cleaned(edit)), { ...NO_FIGHT, ...fight }, true);
const NO_FIGHT = { column: Math.floor(data.columns.length / 2), shift: 0, drm: 0, use: {}, worth: {} };
const START = { edit: {}, fight: NO_FIGHT };
const printed = diagnosed(tableOf({}));
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
  return { edit: cleaned(edit), fight };
}
function address() {
  const told = new URLSearchParams(), fight = state.fight;
  for (const [key, code] of Object.entries(state.edit)) told.append("cell", `${key}|${code}`);
  if (fight.column !== NO_FIGHT.column) told.set("column", data.columns[fight.column]);
  for (const name of ["shift", "drm"]) if (fight[name]) told.set(name, fight[name]);
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
    onfocus: () => input.select(),
    onchange: () => commit(row, at, input),
    onkeydown: (event) => {
      const move = { Enter: [event.shiftKey ? -1 : 1, 0] }[event.key];
      if (event.key === "Escape") { input.value = shown(row, at); input.removeAttribute("aria-invalid"); }
      if (!move) return;
      event.preventDefault();
      const next = inputs.get(keyOf((row + move[0] + data.rows.length) % data.rows.length, at));
      commit(row, at, input);
      next.focus();
    } });
  inputs.set(key, input);
  return element("td", { class: at % nParts === 0 && nParts > 1 ? "first" : "" }, input);
}
const shown = (row, at) => now.table.cells[row][at];
function commit(row, at, input) {
  const text = input.value.trim() === "" ? data.raw[row][at] : input.value, code = text === shown(row, at) && !now.table.isKnown[row][at] ? MISSING : matching(row, at, text);
  if (code === undefined) {
    input.setAttribute("aria-invalid", "true");
    parts.message.textContent = `${input.value.trim()} is not a code here; expected ${several(codesOf(row, at))}`;
    return;
  }
  parts.message.textContent = "";
  change({ edit: cleaned({ ...state.edit, [keyOf(row, at)]: code }) });
}
const several = (codes) => codes.length > 14 ? `one such as ${codes.slice(0, 14).join(", ")}` : codes.join(", ");

function grid() {
  const heads = nParts > 1 ? data.columns.map((label) => element("th", { scope: "colgroup", colspan: nParts, class: "first" }, label)) : labels.map((label) => element("th", { scope: "col" }, label));
  const under = nParts > 1 ? [element("tr", {}, element("th", { scope: "col" }, data.header[0]), labels.map((_, at) => element("th", { scope: "col", class: at % nParts === 0 ? "first" : "" }, data.parts[at % nParts])))] : [];
  const corner = element("th", { scope: "col" }, nParts > 1 ? "" : data.header[0].replaceAll("_", " "));
  const body = data.rows.map((label, row) => element("tr", {}, element("th", { scope: "row" }, label), labels.map((_, at) => cellElement(row, at))));
  const lists = data.legal.map((codes, i) => element("datalist", { id: `workbench-codes-${i}` }, codes.map((code) => element("option", { value: code }, data.meanings[code] || ""))));
  return element("div", { class: "scroll", tabindex: "0" }, element("table", { class: "grid" }, element("thead", {}, element("tr", {}, corner, heads), under), element("tbody", {}, body)), lists);
}
function refreshGrid() {
  data.rows.forEach((rowLabel, row) => labels.forEach((label, at) => {
    const input = inputs.get(keyOf(row, at)), code = shown(row, at), isKnown = now.table.isKnown[row][at], isEdited = keyOf(row, at) in state.edit;
    const { outcomes } = cellOutcomes(now.table, row, Math.floor(at / nParts)), [name, color] = data.classes[outcomes[0][0].class];
    const basis = isEdited ? `yours, printed ${data.raw[row][at] === MISSING ? "nowhere" : data.raw[row][at]}` : isKnown ? data.basis[row][at] : "not printed: the central member";
    input.value = code;
    input.removeAttribute("aria-invalid");
    input.title = `${label}, ${rowLabel}: ${data.meanings[code] || code}; ${name} (${basis})`;
    input.setAttribute("aria-label", `${data.header[0].replaceAll("_", " ")} ${rowLabel}, column ${label}, ${basis}`);
    input.style.borderBottomColor = color;
    input.className = isEdited ? "edited" : isKnown ? "" : "guessed";
  }));
}

// --- before and after ---
const points = (x) => { const p = 100 * exact.number(x); return `${p > 0 ? "+" : ""}${p.toFixed(1)}`.replace("-", "−"); };
const two = (x) => x === null ? "none lost" : exact.number(x).toFixed(2);
const fine = (...children) => element("span", { class: "fraction" }, ...children);
const same = (a, b) => a === null || b === null ? a === b : exact.compare(a, b) === 0;
function beforeAfter(before, after, words, range) {
  const bounds = range ? [" ", fine(`${words(range[0])} to ${words(range[1])}`)] : [];
  const told = (x, kind) => element("span", { class: kind, title: x === null ? "" : exact.show(x) }, words(x));
  if (same(before, after)) return element("td", {}, told(after, "still"), " ", fine(after === null ? "" : exact.show(after)), bounds);
  return element("td", { class: "changed" }, told(before, "was"), " → ", told(after, "is"), " ", fine(after === null ? "" : exact.show(after)), bounds);
}
function bars(before, after) {
  const bar = (x, kind) => element("span", { class: kind, style: `width:${(100 * exact.number(x)).toFixed(1)}%` });
  return element("td", { class: "bars", "aria-hidden": "true" }, bar(before, "was"), bar(after, "is"));
}
function table(caption, heads, rows) {
  return element("div", { class: "scroll", tabindex: "0" }, element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, rows)));
}
function columnsTable() {
  const heads = ["odds", "gives way", "", "steps lost", "steps inflicted", "exchange", "eliminated, attacker", "defender", "of the law moves"];
  const loses = heads.filter((head) => head !== "eliminated, attacker" && head !== "defender");
  const canEnd = [printed, now].some((one) => one.columns.some((c) => c.p_attacker_eliminated[0] || c.p_defender_eliminated[0]));
  const rows = now.columns.map((after, i) => {
    const before = printed.columns[i], range = now.ranges[i] || {}, apart = distance(printed.laws[i], now.laws[i]);
    const gone = canEnd ? [beforeAfter(before.p_attacker_eliminated, after.p_attacker_eliminated, exact.percent), beforeAfter(before.p_defender_eliminated, after.p_defender_eliminated, exact.percent)] : [];
    return element("tr", { class: apart[0] ? "moved" : "" }, element("th", { scope: "row" }, data.columns[i], range.p_gives_way ? element("abbr", { title: "rests on cells that are not printed" }, " ?") : null),
      beforeAfter(before.p_gives_way, after.p_gives_way, exact.percent, range.p_gives_way), bars(before.p_gives_way, after.p_gives_way),
      beforeAfter(before.attacker_steps, after.attacker_steps, two, range.attacker_steps), beforeAfter(before.defender_steps, after.defender_steps, two, range.defender_steps),
      beforeAfter(before.exchange_ratio, after.exchange_ratio, two), gone,
      element("td", {}, apart[0] ? [exact.percent(apart), " ", fine(exact.show(apart))] : "nothing"));
  });
  return table(`Column by column, before → after. Gives way: ${data.about}. Exchange: steps inflicted for each lost.`, canEnd ? heads : loses, rows);
}
function worthTable() {
  const shift = now.neighbors.map((after, i) => {
    const before = printed.neighbors[i];
    return element("tr", {}, element("th", { scope: "row" }, `${after.left} to ${after.right}`), beforeAfter(before.gives_way_change, after.gives_way_change, points),
      beforeAfter(before.attacker_steps_change, after.attacker_steps_change, two), beforeAfter(before.defender_steps_change, after.defender_steps_change, two), beforeAfter(before.jump, after.jump, exact.percent));
  });
  const drm = now.drm_worth.map((after, i) => element("tr", {}, element("th", { scope: "row" }, data.columns[i]), [0, 1].map((k) => beforeAfter(printed.drm_worth[i][k], after[k], points))));
  return [table("What a shift of one column is worth: points that the defender gives way, steps, largest jump of a chance", ["shift", "gives way", "steps lost", "steps inflicted", "jump"], shift),
    table("What a DRM of one is worth in each column, in points that the defender gives way; rolls beyond the table read as its edge", ["odds", "−1", "+1"], drm)];
}
function findings(one) {
  const pair = (p) => `${p.left} to ${p.right}`;
  return [
    ...one.dead_spots.map((p) => `dead spot: ${p.left} and ${p.right} have one law`),
    ...one.cliff_edges.map((p) => [`cliff edge: ${pair(p)}`, ` (a chance jumps by ${points(p.jump)} points)`]),
    ...one.faults.map((f) => `${f.kind}: ${f.place}: ${f.before} becomes ${f.after}`),
    ...Object.entries(one.half_points).map(([name, label]) => `${name.replace("p_", "").replaceAll("_", " ")} in half of all rolls from ${label} on`),
  ].map((line) => [].concat(line));
}
function verdict() {
  const [before, after] = [findings(printed), findings(now)], isIn = (line, lines) => lines.some(([head]) => head === line[0]);
  const line = (kind, tag) => (text) => element("li", { class: kind }, tag ? element("strong", {}, tag, " ") : null, ...text);
  const gone = before.filter((text) => !isIn(text, after)), fresh = after.filter((text) => !isIn(text, before)), kept = after.filter((text) => isIn(text, before));
  return [element("h3", {}, "What stands out"), element("ul", { class: "verdict" }, gone.map(line("gone", "gone:")), fresh.map(line("fresh", "new:")), kept.map(line("kept", "")), after.length + gone.length ? null : element("li", {}, "nothing: no dead spot, no cliff edge, no place where better is worse"))];
}

function show() {
  const edits = Object.keys(state.edit).length;
  now = edits ? diagnosed(tableOf(state.edit)) : printed;
  refreshGrid();
  parts.verdict.replaceChildren(...verdict());
  parts.columns.replaceChildren(columnsTable());
  parts.worth.replaceChildren(...worthTable());
  parts.undo.disabled = !past.length;
  parts.reset.disabled = address() === "#";
  parts.count.textContent = edits ? `${edits} cell${edits > 1 ? "s" : ""} edited.` : "The table as printed.";
  parts.download.href = `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(state.edit))}`;
  parts.link.href = address();
  showFight();
}

const parts = {};
parts.undo = element("button", { type: "button", onclick: undo }, "Undo");
parts.reset = element("button", { type: "button", onclick: () => { change(START); } }, "Reset");
parts.download = element("a", { class: "button", download: `${data.table}.csv`, href: "#" }, `Download ${data.table}.csv`);
parts.link = element("a", { href: "#" }, "Link to this edit");
for (const name of ["count", "message"]) parts[name] = element("p", { class: name, role: "status" });
for (const name of ["verdict", "columns", "worth"]) parts[name] = element("div", { class: name });
const legend = element("ul", { class: "legend" }, data.classes.map(([name, color]) => element("li", {}, element("span", { class: "swatch", style: `background:${color}` }), name)),
  data.ladder.length ? element("li", { class: "guessed" }, "dashed: not printed, the central member of the family stands there") : null);
root.append(element("div", { class: "workbench" },
  element("div", { class: "tools" }, parts.undo, parts.reset, parts.download, parts.link), parts.count, grid(), parts.message, legend,
  element("p", { class: "command" }, "The file goes to ", element("code", {}, `kessel diff ${data.game} ${data.table}.csv`), "; in the place of the printed one, accepted with ", element("code", {}, "kessel audit --accept"), ", every study plays by it."),
  parts.verdict, parts.columns, fightPanel(), parts.worth));
root.classList.add("is-live");
root.addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input[type=text]:focus[data-dirty]")) { event.preventDefault(); undo(); } });
for (const event of ["popstate", "hashchange"]) addEventListener(event, () => { state = fromAddress(); show(); });
show();
