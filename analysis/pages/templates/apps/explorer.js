// The odds explorer: a form of real controls, the exact answer beside it, the setting in the page's address.
window.kessel.answer = (setting, yours = {}) => under(yours, () => (data.routine === "pools" ? poolsAnswer : columnsAnswer)(effective(setting)));
window.kessel.data = data;
window.kessel.turn = (settings) => turnOf(settings.map((one) => window.kessel.answer(one)));
if (!root) return;

const byId = Object.fromEntries(data.controls.map((control) => [control.id, control]));
const told = () => new URLSearchParams(location.hash.slice(1));
let setting = settingIn(told()), yours = yoursFrom(told()), fights = fightsFrom(told());

// The address carries what differs from the start, such as #attack=11&river=1.
function settingIn(params) {
  const found = {};
  for (const [id, text] of params) {
    const control = byId[id];
    if (!control) continue;
    if (control.kind === "toggle") found[id] = text === "1";
    else if (control.kind === "number") { if (/^-?\d{1,6}$/.test(text)) found[id] = Number(text); }
    else for (const [value] of control.choices) if (String(value) === text) found[id] = value;
  }
  return found;
}

function fightAddress() {
  const found = new URLSearchParams();
  for (const [id, value] of Object.entries(setting)) {
    if (byId[id] && value !== byId[id].default) found.set(id, value === true ? "1" : value === false ? "0" : String(value));
  }
  return found;
}
function address() {
  const found = fightAddress();
  for (const [id, value] of Object.entries(yours)) found.set(`yours.${id}`, value);
  for (const one of fights) found.append("fight", one);
  return `#${found}`;
}

function change(id, value, isDone) {
  setting = { ...setting, [id]: value };
  // A step that is done can be gone back to; what a slider passes on its way cannot.
  if (isDone && address() !== (location.hash || "#")) history.pushState(null, "", address());
  show();
}

const parts = {};
function controlElement(control) {
  const id = `explorer-${control.id}`, help = control.help ? element("span", { class: "help", id: `${id}-help` }, control.help) : null;
  const described = help ? `${id}-help` : null;
  let input, line;
  if (control.kind === "toggle") {
    input = element("input", { type: "checkbox", id, "aria-describedby": described, onchange: () => change(control.id, input.checked, true) });
    line = element("div", { class: "toggle" }, input, element("label", { for: id }, control.label));
  } else if (control.kind === "choice") {
    const options = control.choices.map(([value, words], i) => element("option", { value: i }, words.replace(/\b(german|soviet|axis)/g, (side) => side[0].toUpperCase() + side.slice(1))));
    input = element("select", { id, "aria-describedby": described, onchange: () => change(control.id, control.choices[input.value][0], true) }, options);
    line = element("div", { class: "choice" }, element("label", { for: id }, control.label), input);
  } else {
    const set = (text, isDone) => { if (/^-?\d+$/.test(text)) change(control.id, Number(text), isDone); };
    const bounds = { min: control.low, max: control.high, step: 1 };
    input = element("input", { type: "range", id, ...bounds, "aria-describedby": described,
      oninput: () => set(input.value, false), onchange: () => set(input.value, true) });
    const exactly = element("input", { type: "number", ...bounds, "aria-label": `${control.label}, as a number`, "aria-describedby": described, oninput: () => set(exactly.value, false), onchange: () => { set(exactly.value, true); show(true); } });
    line = element("div", { class: "number" }, element("label", { for: id }, control.label), element("div", { class: "slide" }, input, exactly));
    parts[control.id] = { exactly };
  }
  const usual = control.usual.map(([value, words]) => element("button", { type: "button", value: String(value), onclick: () => { change(control.id, value, true); show(true); } }, words));
  const quick = usual.length ? element("div", { class: "usual", role: "group", "aria-label": `${control.label}, usually` }, usual) : null;
  parts[control.id] = { ...parts[control.id], input, usual, box: element("div", { class: "control" }, line, quick, help) };
  return parts[control.id].box;
}

function form() {
  const groups = [...new Set(data.controls.map((control) => control.group))];
  return element("form", { class: "controls", onsubmit: (event) => event.preventDefault() },
    groups.map((group) => element("fieldset", {}, element("legend", {}, group),
      data.controls.filter((control) => control.group === group).map(controlElement))), parts.yours.box);
}

function presets() {
  const pick = element("select", { id: "explorer-preset", onchange: () => {
    const chosen = data.presets[pick.value];
    if (!chosen) return;
    setting = { ...chosen.setting };
    history.pushState(null, "", address());
    show(true);
    pick.value = "";
  } }, element("option", { value: "" }, "choose a fight"), data.presets.map((one, i) => element("option", { value: i }, one.about)));
  const reset = element("button", { type: "button", onclick: () => { setting = {}; yours = {}; fights = []; history.pushState(null, "", address()); show(true); } }, "Start again");
  return element("div", { class: "presets" }, element("label", { for: "explorer-preset" }, "Fights met often"), pick, reset);
}

// Where something is assumed, the interval speaks first, and the shown value is one point in it.
const isPlain = (span) => exact.compare(span[1], span[2]) === 0;
const interval = (span, words) => isPlain(span) ? words(span[0]) : `${words(span[1])} to ${words(span[2])}`;
const spanWords = (span) => interval(span, exact.percent);
const meanWords = (span) => interval(span, (x) => exact.number(x).toFixed(2));
const RANGE = "from the lowest to the highest answer over what is assumed; the truth is one value within, and nothing says which";
const isBetween = ([middle, low, high]) => exact.compare(middle, low) > 0 && exact.compare(middle, high) < 0;
const exactly = (span) => element("span", { class: "fraction", title: isPlain(span) ? null : RANGE }, interval(span, exact.show) + (isBetween(span) ? `; middle guess ${exact.show(span[0])}` : ""));
// What the ranges of an answer run over, where it has any.
function rangesOf(answer) {
  const spans = [...Object.values(answer.measures), ...Object.values(answer.law)], families = (data.families || {})[effective(setting).family];
  if (spans.every(isPlain)) return null;
  const over = [answer.has_family && families, answer.has_values && "every value that an assumed shift or strength may have"].filter(Boolean);
  return element("p", { class: "basis" }, element("strong", {}, "A range"), ` runs over ${over.join(", and ")}. The truth is one value within it, and nothing says which; the faint bar is a guess in the middle, the dark line the range.`);
}
const signed = (n) => n > 0 ? `+${n}` : `${n}`.replace("-", "−");

function measuresOf(answer, before) {
  const m = answer.measures, rows = [];
  const add = (label, name, words) => rows.push(element("div", { class: "measure" }, element("dt", {}, label),
    element("dd", {}, before && before.measures[name] && !isSame(before.measures[name], m[name]) ? [element("del", {}, words(before.measures[name])), " → "] : null, words(m[name]), " ", exactly(m[name]))));
  if (m.gives_way) add(`Chance that the defender ${data.way}`, "gives_way", spanWords);
  if (m.cleared) add("Chance that the defender's hex is cleared", "cleared", spanWords);
  for (const side of ["attacker", "defender"]) {
    if (m[`${side}_lost`]) add(`Steps the ${side} loses, on average`, `${side}_lost`, meanWords);
    else if (m[`${side}_steps`]) add(`Steps the ${side} loses by the table, on average`, `${side}_steps`, meanWords);
    if (m[`${side}_gone`] && m[`${side}_gone`][2][0] > 0n) add(`Chance that the ${side} is eliminated`, `${side}_gone`, spanWords);
  }
  for (const { id, label, is_chance } of data.told) if (m[id] && [m, before ? before.measures : m].some((one) => one[id] && one[id][2][0] > 0n)) add(label, id, is_chance ? spanWords : meanWords);
  const counted = data.about && m.gives_way ? element("p", { class: "basis" }, `The defender ${data.way}: ${data.about}.`) : null;
  return [element("dl", { class: "measures" }, rows), counted].filter(Boolean);
}

const changes = (answer, before) => Object.entries(answer.measures).some(([name, span]) => !before.measures[name] || !isSame(before.measures[name], span));

const isBetter = (a, b) => exact.compare(b[1][0], a[1][0]);
function barsOf(answer) {
  const entries = Object.entries(answer.law), place = (text) => data.outcomes ? data.outcomes[text] : 0;
  entries.sort(data.outcomes ? (a, b) => data.order.indexOf(a[0]) - data.order.indexOf(b[0]) : isBetter);
  const many = 24, shown = entries.slice(0, many), widest = shown.map(([, s]) => exact.number(s[2])).reduce((a, b) => Math.max(a, b), 0.01);
  const bar = ([text, span]) => {
    const share = (x) => `${(100 * exact.number(x) / widest).toFixed(2)}%`, color = !data.classes ? "var(--accent)" : place(text) === undefined ? "var(--soft)" : data.classes[place(text)][1];
    const fill = element("span", { class: isPlain(span) ? "fill" : "fill assumed", style: `width:${share(span[0])};background:${color}` });
    const range = isPlain(span) ? null : element("span", { class: "range", style: `left:${share(span[1])};width:calc(${share(span[2])} - ${share(span[1])})` });
    return element("tr", {}, element("th", { scope: "row" }, text), element("td", { class: "track" }, element("span", { class: "rail" }, fill, range)),
      element("td", { class: "number" }, spanWords(span), element("br"), exactly(span)));
  };
  const rest = entries.slice(many).reduce((sum, [, s]) => exact.add(sum, s[0]), [0n, 1n]);
  const more = entries.length > many ? [bar([`${entries.length - many} others`, [rest, rest, rest]])] : [];
  const caption = data.classes ? "Results as printed, from the attacker's best" : "Strengths left, attacker | defender, block by block";
  return [element("table", { class: "law" }, element("caption", {}, caption), element("tbody", {}, shown.map(bar), more)), legend(entries, place)];
}

function legend(entries, place) {
  if (!data.classes) return null;
  const used = [...new Set(entries.map(([text]) => place(text)))].sort((a, b) => a - b);
  return element("ul", { class: "legend" }, used.map((i) => element("li", {}, element("span", { class: "swatch", style: `background:${data.classes[i][1]}` }), data.classes[i][0])));
}

const quoted = (text) => /^[\w.:/+-]+$/.test(text) ? text : `'${text}'`;
function command(facts) {
  const options = Object.entries(facts).flatMap(([name, fact]) => {
    const option = `--${name.replaceAll("_", "-")}`;
    return fact === true ? [option] : [].concat(fact).map((value) => `${option} ${quoted(String(value))}`);
  });
  return `kessel odds ${data.game} ${options.join(" ")}`;
}

const NAMES = Object.fromEntries(["attack", "defense", "shifts", "drms"].flatMap((part) => data[part] || []).map((row) => [row.id, row.label]));
const nameOf = (id) => NAMES[id] || id.replaceAll("_", " ");
const basisWords = (basis) => weakest([basis, data.reads]) === basis ? basis : `${basis} for the results as printed, ${data.reads} for what they ask of both sides`;
const WORTH = { attack: "attack", defense: "defense", shift: "column", drm: "DRM" };
function show(isWhole = false) {
  const known = effective(setting), answer = window.kessel.answer(setting, yours), at = (id) => known[id];
  const isYours = Object.keys(yours).length > 0, choices = Object.keys(data.choices), best = { ...setting };
  for (const id of choices) delete best[id];
  const isChosen = choices.some((id) => known[id] !== data.controls.find((control) => control.id === id).default);
  const before = isYours ? window.kessel.answer(setting) : isChosen ? window.kessel.answer(best) : null;
  parts.yours.refresh();
  parts.turn.refresh();
  for (const control of data.controls) {
    const { input, exactly, box, usual } = parts[control.id], isOpen = holds(control.opens, at);
    input.disabled = !isOpen;
    box.classList.toggle("closed", !isOpen);
    if (exactly) exactly.disabled = !isOpen;
    for (const one of usual) { one.disabled = !isOpen; one.setAttribute("aria-pressed", String(one.value === String(known[control.id]))); }
    if (control.kind === "toggle") input.checked = known[control.id];
    else if (control.kind === "choice") input.value = control.choices.findIndex(([value]) => value === known[control.id]);
    else {
      const [low, high] = limits(control, at);
      for (const one of [input, exactly]) { one.min = low; one.max = high; }
      input.value = known[control.id];
      if (isWhole || document.activeElement !== exactly) exactly.value = known[control.id];
    }
  }
  const worth = ([id, value, rule, kind]) => element("li", {}, `${nameOf(id)} ${signed(value)} ${WORTH[kind] || kind}`, rule ? element("span", { class: "rule" }, ` [${rule}]`) : null);
  const applied = [...answer.applied.map(worth), ...(answer.drawn_rules.length ? [element("li", {}, `untried units: every draw [${answer.drawn_rules.join(", ")}]`)] : [])];
  const strengths = answer.strengths && answer.strengths !== "mixed" ? `${answer.strengths}: ` : "";
  const line = answer.initial_odds === "mixed" ? "Odds depend on what is drawn"
    : answer.is_cancelled ? `${answer.initial_odds}, resolved at ${answer.final_column}: the attack is called off`
    : data.ladder ? `${strengths}${answer.initial_odds}, resolved at ${answer.final_column}` : `${answer.initial_odds}: ${answer.final_column}`;
  parts.results.replaceChildren(
    element("p", { class: "odds" }, line),
    element("ul", { class: "applied" }, applied.length ? applied : element("li", {}, "nothing modifies it")),
    ...(before ? [element("p", { class: "basis" }, isYours ? "As printed → by your numbers:" : changes(answer, before) ? `${data.before} → as you have them choose:` : "What you have them choose changes no figure of this fight.")] : []),
    ...(answer.is_cancelled ? [] : measuresOf(answer, before)),
    element("p", { class: "basis" }, `Exact; basis ${isYours ? "yours" : basisWords(answer.basis)}.`), ...[answer.is_cancelled ? null : rangesOf(answer)].filter(Boolean),
  );
  const ask = (id, value) => window.kessel.answer({ ...setting, [id]: value }, yours);
  // The table is made anew: the keyboard stays on the choice that was taken.
  const take = (id, value) => { change(id, value, true); show(true); const at = parts.choices.querySelector(`.pick[value="${CSS.escape(`${id} ${value}`)}"]`); if (at) at.focus(); };
  parts.choices.replaceChildren(...[answer.is_cancelled ? null : choicesPart(known, ask, take)].filter(Boolean));
  parts.again ??= element("details", { class: "again" }, element("summary", {}, "Reproduce this fight"), element("p", { class: "command" }));
  parts.again.lastChild.replaceChildren(isYours ? "By the printed numbers, on a command line: " : "The same on a command line: ", element("code", {}, command(answer.facts)));
  parts.law.replaceChildren(...(answer.is_cancelled ? [] : barsOf(answer).filter(Boolean)), parts.again);
  const chance = answer.measures.cleared ? ["hex cleared", answer.measures.cleared] : [data.short_way, answer.measures.gives_way];
  parts.brief.textContent = answer.is_cancelled ? line : `${line}: ${chance[0]} ${spanWords(chance[1])}`;
  speak(parts.brief.textContent);
  parts.link.href = address();
  root.dataset.command = command(answer.facts);
}

// A screen reader hears where a slider comes to rest, not what it passes on its way.
let silence = null;
function speak(text) {
  clearTimeout(silence);
  silence = setTimeout(() => { parts.spoken.textContent = text; }, silence === null ? 0 : 300);
}

parts.yours = yoursPanel(() => yours, (next) => { yours = next; history.pushState(null, "", address()); show(); });
const goTo = (next) => { ({ setting = setting, fights = fights } = next); history.pushState(null, "", address()); show(true); };
parts.turn = turnPanel(() => fights, (kept) => goTo({ fights: kept }), (one) => window.kessel.answer(settingIn(new URLSearchParams(one)), yours),
  (one) => goTo({ setting: settingIn(new URLSearchParams(one)) }), () => String(fightAddress()));
parts.results = element("div", { class: "results" });
parts.spoken = element("p", { class: "spoken", role: "status", "aria-live": "polite" });
parts.law = element("div", { class: "law-box" });
parts.choices = element("div", { class: "choices-box" });
parts.brief = element("p", { class: "brief", "aria-hidden": "true" });
parts.link = element("a", { href: "#" }, "Link to this fight");
root.append(element("div", { class: "explorer" }, presets(), element("div", { class: "sides" }, form(),
  element("div", { class: "answer-box", role: "region", "aria-label": "The answer", tabindex: "0" }, parts.spoken, parts.results, parts.choices, parts.law, element("p", {}, parts.link), parts.turn.box)), parts.brief));
root.classList.add("is-live");
for (const event of ["popstate", "hashchange"]) addEventListener(event, () => { setting = settingIn(told()); yours = yoursFrom(told()); fights = fightsFrom(told()); show(true); });
show(true);
