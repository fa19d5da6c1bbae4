// A turn: fights kept side by side and what they come to together; the address carries them, such as fight=attack%3D11.
const MOST_FIGHTS = 8;
const fightsFrom = (told) => told.getAll("fight").slice(0, MOST_FIGHTS);

// Each fight is decided by its own dice: chances that all succeed multiply, steps add up, lowest and highest alike.
function turnOf(answers) {
  const none = exact.fraction(0), certain = exact.fraction(1), places = [0, 1, 2];
  const won = answers.map((one) => one.is_cancelled ? [none, none, none] : one.measures.cleared ?? one.measures.gives_way);
  const total = (spans) => spans.every(Boolean) ? places.map((k) => spans.reduce((sum, span) => exact.add(sum, span[k]), none)) : null;
  const lost = (side) => total(answers.map((one) => one.is_cancelled ? [none, none, none] : one.measures[`${side}_lost`] ?? one.measures[`${side}_steps`]));
  // By central values: the chance of each number of fights won.
  const numbers = won.reduce((law, [p]) => {
    const missed = exact.subtract(certain, p), after = [...law.map((q) => exact.times(q, missed)), none];
    law.forEach((q, n) => { after[n + 1] = exact.add(after[n + 1], exact.times(q, p)); });
    return after;
  }, [certain]);
  return {
    all: places.map((k) => won.reduce((p, span) => exact.times(p, span[k]), certain)), won: total(won), numbers,
    attacker: lost("attacker"), defender: lost("defender"),
  };
}

// The panel: `fights` gives the addresses that are kept, `keep` takes others, `of` answers one, `open` goes to one.
function turnPanel(fights, keep, of, open, now) {
  const add = element("button", { type: "button", onclick: () => keep([...fights(), now()].slice(0, MOST_FIGHTS)) }, "Keep this fight for the turn");
  const clear = element("button", { type: "button", onclick: () => keep([]) }, "Begin a new turn");
  const body = element("div", { class: "turn-table" });
  const box = element("div", { class: "turn", role: "region", "aria-label": "Several fights of a turn" }, element("div", { class: "presets" }, add, clear), body);
  const cell = (span, words) => element("td", {}, span ? interval(span, words) : "–");
  const steps = (x) => exact.number(x).toFixed(2);
  const refresh = () => {
    const kept = fights(), answers = kept.map(of), whole = turnOf(answers);
    add.disabled = kept.length >= MOST_FIGHTS;
    clear.hidden = !kept.length;
    if (!kept.length) return body.replaceChildren(element("p", { class: "basis" }, "Several attacks in one turn? Keep each here: they stand side by side, with the chance that all succeed. The link carries them."));
    const isCleared = answers.every((one) => one.is_cancelled || one.measures.cleared);
    const heads = ["fight", "odds", isCleared ? "hex cleared" : data.short_way, "attacker loses", "defender loses", ""];
    const row = (answer, n) => {
      const name = element("button", { type: "button", onclick: () => open(kept[n]) }, `Fight ${n + 1}`), alone = turnOf([answer]);
      const odds = answer.is_cancelled ? "called off" : `${answer.initial_odds}${data.ladder ? `, at ${answer.final_column}` : ""}`;
      return element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, odds), cell(alone.all, exact.percent), cell(alone.attacker, steps), cell(alone.defender, steps),
        element("td", {}, element("button", { type: "button", "aria-label": `Drop fight ${n + 1}`, onclick: () => keep(kept.filter((_, at) => at !== n)) }, "Drop")));
    };
    const sum = element("tr", { class: "whole" }, element("th", { scope: "row" }, "All together"), element("td", {}, `${steps(whole.won[0])} of ${kept.length} on average`), cell(whole.all, exact.percent), cell(whole.attacker, steps), cell(whole.defender, steps), element("td"));
    const least = whole.numbers.map((_, n) => [n, whole.numbers.slice(n).reduce(exact.add, exact.fraction(0))]).slice(1);
    body.replaceChildren(element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The fights of the turn" },
      element("table", {}, element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, answers.map(row), sum))),
      element("p", { class: "basis" }, `${least.map(([n, p]) => `${n === kept.length ? "all" : `${n} or more`}: ${exact.percent(p)}`).join("; ")}. Exact, by central values where something is assumed; a unit counts in each fight that it is given to.`));
  };
  return { box, refresh };
}
