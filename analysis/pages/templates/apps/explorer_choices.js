// What each answer of a side comes to, all else as set; what serves that side best is marked where it can be said.
// What a side wants of a measure: 1 for more of it, -1 for less, and how the best is marked.
const WANTS = {
  attacker: [["cleared", 1, "clears most"], ["gives_way", 1, "drives off most"], ["attacker_back", -1, "holds most"], ["attacker_lost", -1, "costs least"]],
  defender: [["cleared", -1, "holds most"], ["gives_way", -1, "holds most"], ["defender_lost", -1, "costs least"]],
};
// What the print says, `gives_way`, where a choice leaves open what both sides make of it.
const HEADS = { cleared: "hex cleared", gives_way: data.short_way, attacker_lost: "attacker loses", defender_lost: "defender loses" };
const sideOf = (name) => name in WANTS ? name : data.numbers.side[effective(setting).attack] === name ? "attacker" : "defender";
const isSame = (a, b) => a.every((part, i) => exact.compare(part, b[i]) === 0);

// Better at the center and at both ends of what is assumed, or as good: then the lesser one never comes out ahead of it.
const isAsGood = (a, b, sign) => a.every((part, i) => sign * exact.compare(part, b[i]) >= 0);

function choiceTable(id, known, ask, take) {
  const control = data.controls.find((one) => one.id === id);
  if (!holds(control.opens, (name) => known[name])) return null;
  const rows = control.choices.map(([value, words]) => ({ value, words, answer: ask(id, value) })).filter((row) => !row.answer.is_cancelled);
  const told = Object.fromEntries(data.told.map((one) => [one.id, one])), spare = rows.every((row) => row.answer.measures.cleared) ? "gives_way" : "cleared";
  const names = [...Object.keys(HEADS), ...Object.keys(told)].filter((name) => name !== spare);
  const differ = names.filter((name) => rows.every((row) => row.answer.measures[name]) && !rows.every((row) => isSame(row.answer.measures[name], rows[0].answer.measures[name])));
  const head = element("h4", {}, control.label);
  if (!rows.length || !differ.length) return rows.length ? element("div", { class: "choose" }, head, element("p", { class: "basis" }, "Makes no difference in this fight.")) : null;
  const marks = (row) => WANTS[sideOf(data.choices[id])].filter(([name, sign]) => differ.includes(name)
    && rows.every((other) => isAsGood(row.answer.measures[name], other.answer.measures[name], sign))).map(([, , words]) => words);
  const isChance = (name) => name === "cleared" || name === "gives_way" || (told[name] && told[name].is_chance);
  const line = (row) => {
    const best = marks(row), chosen = known[id] === row.value;
    return element("tr", { class: chosen ? "chosen" : null },
      element("th", { scope: "row" }, element("button", { type: "button", class: "pick", value: `${id} ${row.value}`, "aria-pressed": String(chosen), onclick: () => take(id, row.value) }, row.words), best.map((words) => element("span", { class: "best" }, words))),
      differ.map((name) => element("td", {}, interval(row.answer.measures[name], isChance(name) ? exact.percent : (x) => exact.number(x).toFixed(2)))));
  };
  return element("div", { class: "choose" }, head, element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": control.label },
    element("table", {}, element("thead", {}, element("tr", {}, [element("th", { scope: "col" }, "choice"), ...differ.map((name) => element("th", { scope: "col" }, HEADS[name] || told[name].short))])),
      element("tbody", {}, rows.map(line)))));
}

// The whole part: what the rules let each side choose, and a table a choice; `ask` answers the fight with one of them,
// `take` makes it the reader's.
function choicesPart(known, ask, take) {
  if (!data.about_choices) return null;
  const tables = data.controls.filter((control) => control.id in data.choices).map((control) => choiceTable(control.id, known, ask, take)).filter(Boolean);
  return element("section", { class: "choices", "aria-label": "What each choice comes to" }, element("h3", {}, "What each choice comes to"),
    element("p", { class: "basis" }, data.about_choices), tables);
}
