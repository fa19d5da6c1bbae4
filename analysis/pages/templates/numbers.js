// Every chart can show its numbers as a table, and on a phone long names beside its bars stand in several lines.
(() => {
"use strict";
const specs = JSON.parse(document.getElementById("specs").textContent);

// What a chart keeps for itself, to draw with; and what its other columns are called where it gives them no title.
const INNER = /^(x|x2|left|right|at|zero|start|middle|end|place|position|class_position|shade|says|from|to)$|_(in_words|named)$/;
const NAMES = {
  ci_low: "interval from", ci_high: "interval to", low: "lowest", high: "highest", p_low: "lowest", p_high: "highest",
  low_90: "5 %", low_50: "25 %", high_50: "75 %", high_90: "95 %", widest_low: "lowest of any table", widest_high: "highest of any table",
  center: "as we assume", ours: "as we read", theirs: "the other way", effect_vp: "effect", rho: "rank correlation", p: "share", pair: "players",
  n_games: "games", n: "how many", label: "what", ratio: "attack to defense", odds_column: "odds", outcome_class: "outcome", turn_name: "turn",
};
const said = (title) => [title].flat().filter(Boolean).join(" ");
const formatOf = (part) => part.format || (part.axis && part.axis.format) || (part.legend && part.legend.format);

// Return the views of a chart, each with all that it takes over from those around it, the words beside its marks apart.
const views = (part, above = {}) => {
  const encoding = { ...above, ...part.encoding };
  const inner = [part.layer, part.hconcat, part.vconcat, part.concat, part.spec].flat().filter(Boolean);
  if (inner.length) return inner.flatMap((one) => views(one, encoding));
  return (part.mark && part.mark.type || part.mark) === "text" ? [] : [encoding];
};
const UNTOLD = ["order", "xOffset", "yOffset", "opacity", "size", "text"];
// Return what a chart draws: each field with its title, format and rank among the columns, names of rows first, then
// what colors stand for, then the rest; and the titles of axes that none of them takes.
// An axis gives its title to the field whose marks stand at it, never to an end of a bar or of an interval.
const fields = (spec) => {
  const found = new Map(), axes = { x: { points: new Set(), all: new Set() }, y: { points: new Set(), all: new Set() } };
  const keep = (field, title, format, rank = 2) => {
    const known = found.get(field) || {};
    found.set(field, { title: known.title || title, format: known.format || format, rank: Math.min(known.rank ?? 2, rank) });
  };
  for (const encoding of views(spec)) {
    for (const [name, part] of Object.entries(encoding)) {
      const axis = axes[name[0]] && name.length < 3 ? axes[name[0]] : null;
      for (const one of UNTOLD.includes(name) ? [] : [part].flat()) {
        if (!one || typeof one.field !== "string") continue;
        const rank = !["nominal", "ordinal"].includes(one.type) ? 2 : axis ? 0 : ["tooltip", "detail"].includes(name) ? 2 : 1;
        if (!axis) { keep(one.field, said(one.title), formatOf(one), rank); continue; }
        const isPoint = name.length === 1 && !encoding[`${name}2`] && !INNER.test(one.field) && one.field !== "center" && one.field !== "median";
        axis.title = axis.title || said(one.title);
        axis.format = axis.format || formatOf(one);
        axis.all.add(one.field);
        if (isPoint || (one.stack && name.length === 1)) axis.points.add(one.field);
        keep(one.field, isPoint ? said(one.title) : "", undefined, rank);
      }
    }
  }
  const shared = [];
  for (const { title, format, points, all } of Object.values(axes)) {
    const isTaken = title && [...points].some((field) => found.get(field).title === title);
    if (!isTaken && points.size === 1) found.get([...points][0]).title = title;
    else if (title && !isTaken) shared.push(title);
    if (/%/.test(format || "")) for (const field of all) found.get(field).format = format;
  }
  const ends = [...found].filter(([, { title }]) => title === "lowest" || title === "highest");  // of what the axis shows
  if (/%/.test(axes.y.format || axes.x.format || "")) for (const [, end] of ends) end.format = axes.y.format || axes.x.format;
  return { known: new Map([...found].filter(([field]) => !INNER.test(field))), caption: shared.join("; ") };
};
const shown = (value, format) => {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number") return String(value).replace(/(\d) %/g, "$1\u00a0%").replace(/^-(?=\d)/, "\u2212");
  if (/%/.test(format || "")) {  // never rounded to certain or impossible
    const end = value > 0 && value < 0.0005 ? "under 0.1" : value < 1 && value >= 0.9995 ? "over 99.9" : (100 * value).toFixed(1);
    return `${end}\u00a0%`.replace("-", "\u2212");
  }
  return (Number.isInteger(value) ? String(value) : value.toFixed(2)).replace("-", "\u2212");
};
const made = (tag, text) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  return element;
};
// Return columns with those of quantiles from the lowest up, in the places that they have.
const QUANTILES = ["low_90", "low_50", "median", "high_50", "high_90"];
const ascending = (names) => {
  const held = QUANTILES.filter((name) => names.includes(name));
  return names.map((name) => QUANTILES.includes(name) ? held.shift() : name);
};
// Return rows of a chart as text, under the names of its fields; nothing of what has but one column or no row.
const written = (rows, known) => {
  const names = ascending([...known.keys()].sort((a, b) => known.get(a).rank - known.get(b).rank)).filter((name) => rows.some((row) => row[name] !== undefined && row[name] !== null && row[name] !== "" && row[name] !== "\u2013"));
  return { names, rows, cells: names.length > 1 ? rows.map((row) => names.map((name) => row[`${name}_named`] ?? shown(row[name], known.get(name).format))) : [] };
};
// Leave out what stands in another table of the chart: lines that help the eye, and the same rows once more.
const told = (tables) => {
  const lines = (one, names) => new Set(one.rows.map((row) => JSON.stringify(names.map((name) => row[name] ?? null))));
  const isIn = (one, other) => one.names.every((name) => other.names.includes(name))
    && (one.names.length < other.names.length && one.rows.length <= 2 || [...lines(one, one.names)].every((line) => lines(other, one.names).has(line)));
  return tables.filter((one, at) => one.cells.length && !tables.some((other, then) => other !== one && other.cells.length && isIn(one, other) && (!isIn(other, one) || then < at)));
};
const table = (one, known, caption) => {
  const whole = made("table"), head = whole.createTHead().insertRow(), body = whole.createTBody();
  if (caption) whole.createCaption().textContent = caption;
  for (const name of one.names) {
    const cell = made("th", known.get(name).title || NAMES[name] || name.replaceAll("_", " "));
    cell.scope = "col";
    head.append(cell);
  }
  one.cells.forEach((cells, at) => {
    const line = body.insertRow();
    cells.forEach((text, place) => {
      const cell = line.insertCell();
      cell.textContent = text;
      if (typeof one.rows[at][one.names[place]] === "number" && !(`${one.names[place]}_named` in one.rows[at])) cell.className = "number";
    });
  });
  return whole;
};

for (const [id, spec] of Object.entries(specs)) {
  const claim = document.getElementById(id).getAttribute("aria-label");
  const fold = made("details"), box = made("div");
  fold.className = "numbers";
  box.className = "scroll";
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", `Numbers of the ${claim.replace("Chart", "chart")}`);
  fold.append(made("summary", "The numbers of this chart"), box);
  fold.addEventListener("toggle", () => {
    if (box.childElementCount) return;
    const { known, caption } = fields(spec);
    for (const one of told(Object.values(spec.datasets || {}).map((rows) => written(rows, known)))) {
      box.append(table(one, known, caption));
      window.kesselSortable(box.lastChild);
    }
    window.kesselWiden(box);
  });
  document.getElementById(id).closest("figure").append(fold);
}

// Break a name into lines of at most `most` letters.
const lines = (name, most) => name.split(/\s+/).reduce((held, word) => {
  const last = held[held.length - 1];
  if (last !== undefined && last.length + 1 + word.length <= most) held[held.length - 1] = `${last} ${word}`;
  else held.push(word);
  return held;
}, []);

// Long names beside bars would be cut, or on a phone leave no room for the bars: they are broken, and the chart grows.
window.kesselRoomy = (spec, width) => {
  const most = width < 480 ? 18 : 44;
  const roomy = structuredClone(spec);
  let names = [];
  const visit = (part) => {
    for (const layer of part.layer || []) visit(layer);
    const x = part.encoding && part.encoding.x, title = x && x.title ? [x.title].flat().join(" ") : "";
    if (width < 480 && title.length > 36) x.title = lines(title, 36);
    const y = part.encoding && part.encoding.y;
    if (!y || !y.field || !["nominal", "ordinal"].includes(y.type) || y.axis === null) return;
    const told = y.axis && y.axis.labelExpr;  // the chart breaks its names itself, for a wide page: "split(datum.label, ...)"
    if (told && (most > 18 || !told.startsWith("split("))) return;
    const rows = Object.values(roomy.datasets || {}).flat();
    const found = [...new Set(rows.map((row) => row[y.field]).filter((name) => typeof name === "string"))];
    if (!found.some((name) => name.length > most)) return;
    names = found;
    const broken = Object.fromEntries(found.map((name) => [name, lines(name, most)]));
    const numbers = [...new Set(found.map((name) => broken[name].length))];  // a label of several lines stands in the middle of its row
    const labelOffset = { condition: numbers.map((n) => ({ test: `indexof(${JSON.stringify(found.filter((name) => broken[name].length === n))}, datum.label) >= 0`, value: (1 - n) * 7 })), value: 0 };
    y.axis = { ...y.axis, labelLimit: 0, labelLineHeight: 14, labelOffset, ...(width < 480 ? { labelFontSize: 11 } : {}), labelExpr: `(${JSON.stringify(broken)})[datum.label] || datum.label` };
  };
  visit(roomy);
  const row = Math.max(0, ...names.map((name) => 14 * lines(name, most).length + 8));
  if (names.length && typeof roomy.height === "number") roomy.height = Math.max(roomy.height, row * names.length);
  if (roomy.height && roomy.height.step) roomy.height.step = Math.max(roomy.height.step, row);
  return roomy;
};
})();
