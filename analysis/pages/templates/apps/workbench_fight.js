// A stated fight: its odds column, the modifiers of the game with worths to edit, a net shift and a DRM; before and after.
const MOST = 20;

// The law of a fight whose odds are those of a column, with so many shifts and a DRM; none where it is called off.
// `late` shifts come after the test for an attack below the table.
function fightLaw(table, column, shift, late, drm) {
  const last = data.columns.length - 1, whole = column + shift + late, isHeld = data.below === "clamp";
  const isBelow = !isHeld && (data.fight.is_lost_below ? column + shift < 0 : whole < 0);
  const at = Math.max(0, Math.min(whole, last)), below = data.codes && data.codes[data.below];
  if (!isBelow) return { label: data.columns[at], law: columnLaw(table, at, drm) };
  return { label: `below ${data.columns[0]}`, law: below ? lawOf([[below, CERTAIN]]) : null };
}

// The law before, by the printed table and worths, and after; `isText` gives figures as texts.
function fightOf(table, fight, isText = false) {
  const net = (kind, worth) => data.fight[kind].reduce((found, row) => {
    found[row.is_after ? "late" : "now"] += (fight.use[row.id] || 0) * (worth[row.id] ?? Number(row.value));
    return found;
  }, { now: 0, late: 0 });
  const one = (of, worth, shift, drm) => {
    const columns = net("shifts", worth), dice = net("drms", worth);
    const found = fightLaw(of, fight.column, columns.now + shift, columns.late, dice.now + dice.late + drm);
    return { label: found.label, shift: columns.now + columns.late + shift, drm: dice.now + dice.late + drm, law: found.law, figures: found.law && measured(found.law) };
  };
  const found = [one(tableOf({}), {}, 0, 0), one(table, fight.worth, fight.shift, fight.drm)];
  const lawTexts = (law) => Object.fromEntries([...law].map(([text, [, p]]) => [text, exact.show(p)]));
  return isText ? found.map((side) => ({ ...side, law: side.law && lawTexts(side.law), figures: side.figures && texts(side.figures) })) : found;
}

// A table of shifts or DRMs as its file holds it, with other worths.
function tableCsv(name, worth) {
  const { header, rows, at } = data.fight.tables[name], hasPlus = rows.some((row) => row[at].startsWith("+"));
  const own = [...data.fight.shifts, ...data.fight.drms].filter((row) => row.table === name && row.id in worth).map((row) => row.id);
  const told = (row) => own.includes(row[0]) ? row.map((cell, i) => i === at ? `${hasPlus && worth[row[0]] > 0 ? "+" : ""}${worth[row[0]]}` : cell) : row;
  return csvLines([header, ...rows.map(told)]);
}

const rowWords = (id) => (modifiers.find((row) => row.id === id) || {}).label || id.replaceAll("_", " ");
function fightPanel() {
  const set = (next) => change({ fight: { ...state.fight, ...next } });
  const number = (label, low, high, done) => {
    const input = element("input", { type: "number", min: low, max: high, step: 1, "aria-label": label, onchange: () => {
      const value = Number(input.value);
      if (/^[-+]?\d+$/.test(input.value) && value >= low && value <= high) done(value);
      else showFight();
    } });
    return input;
  };
  const part = (name, id, value, none) => {
    const { [id]: _, ...others } = state.fight[name];
    set({ [name]: value === none ? others : { ...others, [id]: value } });
  };
  const column = element("select", { id: "workbench-column", onchange: () => set({ column: Number(column.value) }) }, data.columns.map((label, i) => element("option", { value: i }, label)));
  parts.fight = { column, rows: {}, result: element("div", { class: "result" }), law: element("div"), spoken: element("p", { class: "spoken", role: "status" }), files: element("p", { class: "command tools" }) };
  for (const name of ["shift", "drm"]) parts.fight[name] = number(name === "drm" ? "further DRM" : "further column shift", -MOST, MOST, (n) => set({ [name]: n }));
  const rows = modifiers.map((row) => {
    const use = row.most > 1 ? number(`${rowWords(row.id)}, how often`, 0, row.most, (n) => part("use", row.id, n, 0))
      : element("input", { type: "checkbox", "aria-label": `${rowWords(row.id)} applies`, onchange: () => part("use", row.id, use.checked ? 1 : 0, 0) });
    const worth = number(`${rowWords(row.id)}, worth`, -MOST, MOST, (n) => part("worth", row.id, n, Number(row.value)));
    parts.fight.rows[row.id] = { use, worth };
    const basis = row.basis === "rulebook" ? "" : `, ${row.basis}`;
    return element("tr", {}, element("td", {}, use), element("th", { scope: "row" }, rowWords(row.id), " ", fine(`[${row.rule}]${basis}`)), element("td", { class: "worth-of" }, `${Number(row.value) > 0 ? "+" : ""}${row.value} ${row.kind}`.replace("-", "−")), element("td", {}, worth));
  });
  const list = modifiers.length ? table("Modifiers of this fight, and what they are worth in your version", ["applies", "modifier", "printed", "yours"], rows) : null;
  const line = (label, input) => element("label", {}, label, " ", input);
  return element("section", { class: "fight", "aria-label": "A fight with your edit" }, element("h3", {}, "A fight with your edit"),
    element("div", { class: "setting" }, line("Odds", column), line("Further column shift (yours)", parts.fight.shift), line("Further DRM (yours)", parts.fight.drm)), parts.fight.spoken, element("div", { class: "sides" },
      element("div", {}, parts.fight.result, list ? parts.fight.law : null), element("div", {}, list ? [list, parts.fight.files] : parts.fight.law)));
}

function showFight() {
  const { fight } = state, [before, after] = fightOf(now.table, fight), inputs = parts.fight;
  inputs.column.value = fight.column;
  inputs.shift.value = fight.shift;
  inputs.drm.value = fight.drm;
  for (const row of modifiers) {
    const { use, worth } = inputs.rows[row.id], times = fight.use[row.id] || 0;
    if (use.type === "checkbox") use.checked = times > 0;
    else use.value = times;
    worth.value = fight.worth[row.id] ?? Number(row.value);
    worth.classList.toggle("edited", row.id in fight.worth);
  }
  const signed = (n) => `${n > 0 ? "+" : ""}${n}`.replace("-", "−");
  const told = (side) => `${data.columns[fight.column]}${side.shift ? ` shifted ${signed(side.shift)}` : ""}, resolved at ${side.label}${side.drm ? ` with ${signed(side.drm)} on the die` : ""}${side.figures ? "" : ": no attack"}`;
  const isGuess = isGuessed(after), cellOf = isGuess ? guessCell : beforeAfter;
  const lines = [["before", told(before)], ["after", told(after)]].map(([name, text]) => element("p", { class: name }, element("strong", {}, `${name}: `), text));
  const rows = before.figures && after.figures ? [[data.short_way, "p_gives_way", exact.percent], [LOSSES[0], "attacker_steps", two], [LOSSES[1], "defender_steps", two], ["the defender's steps for each of the attacker's", "exchange_ratio", two],
    ["attacker loses steps", "p_attacker_loses", exact.percent], ["defender loses steps", "p_defender_loses", exact.percent], ["attacker eliminated", "p_attacker_eliminated", exact.percent], ["defender eliminated", "p_defender_eliminated", exact.percent]]
    .map(([label, name, words]) => element("tr", {}, element("th", { scope: "row" }, label), cellOf(before.figures[name], after.figures[name], words, rangeOf(after, name)))) : [];
  inputs.result.replaceChildren(...lines, ...(rows.length ? [table(`The fight, before → after${isGuess ? GUESSED : ""}`, ["figure", "before → after"], rows)] : []));
  inputs.law.replaceChildren(...(rows.length ? [lawTable(before.law, after.law, isGuess)] : []));
  const way = (side) => side.figures ? `the defender ${data.way} with ${isGuessed(side) ? "a guess of " : ""}${exact.percent(side.figures.p_gives_way)}` : "no attack";
  say(inputs.spoken, `Before: ${told(before)}; ${way(before)}. After: ${told(after)}; ${way(after)}.`);
  inputs.files.replaceChildren(...Object.keys(data.fight.tables).flatMap(fileOf));
}

// Whether a fight is resolved in a column with cells that are not printed, and the range of a figure there as the column stands.
const isGuessed = (side) => data.columns.includes(side.label) && !isSure(now, side.label);
const rangeOf = (side, name) => side.drm ? null : (now.ranges[data.columns.indexOf(side.label)] || {})[name];
const GUESSED = ": guesses, since the column is not printed in full";
function guessCell(before, after, words, range) {
  if (range) return beforeAfter(before, after, words, range);
  return element("td", { class: same(before, after) ? "" : "changed" }, fine(`guess ${same(before, after) ? words(after) : `${words(before)} → ${words(after)}`}`));
}

// The chance of each result of the fight, the attacker's best first.
function lawTable(before, after, isGuess) {
  const chance = (law, text) => law.has(text) ? law.get(text)[1] : ZERO, outcomes = new Map([...before, ...after].map(([text, [outcome]]) => [text, outcome]));
  const order = [...outcomes].sort(([a, one], [b, other]) => one.class - other.class || (a < b ? -1 : 1));
  const rows = order.map(([text, outcome]) => element("tr", {}, element("th", { scope: "row" }, element("span", { class: "swatch", style: `background:${data.classes[outcome.class][1]}`, title: data.classes[outcome.class][0] }), text),
    (isGuess ? guessCell : beforeAfter)(chance(before, text), chance(after, text), exact.percent)));
  const made = table(`The chance of each result, before → after${isGuess ? GUESSED : ""}`, ["result", "chance"], rows);
  made.classList.add("law-of");
  return made;
}

// The file of a table of modifiers whose worths were changed, and what takes it.
function fileOf(name) {
  const worth = state.fight.worth, isEdited = [...data.fight.shifts, ...data.fight.drms].some((row) => row.table === name && row.id in worth);
  const href = isEdited ? `data:text/csv;charset=utf-8,${encodeURIComponent(tableCsv(name, worth))}` : null;
  return [element("a", { class: "button", download: `${name}.csv`, href, "aria-disabled": isEdited ? null : "true", role: "link",
    title: `for kessel diff ${data.game} ${name}.csv --table ${name}` }, `Download ${name}.csv`)];
}
