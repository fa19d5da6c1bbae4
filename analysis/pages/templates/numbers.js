// Every chart can show its numbers as a table, and on a phone long names beside its bars stand in several lines.
(() => {
"use strict";
const specs = JSON.parse(document.getElementById("specs").textContent);

// Return what a chart draws: each field with its title and format, in the order of its encodings.
const fields = (part, found = new Map()) => {
  if (Array.isArray(part)) part.forEach((one) => fields(one, found));
  else if (part && typeof part === "object") {
    if (typeof part.field === "string" && (part.type || part.title)) {
      const known = found.get(part.field) || {};
      const format = part.format || (part.axis && part.axis.format) || (part.legend && part.legend.format);
      found.set(part.field, { title: known.title || part.title, format: known.format || format });
    }
    for (const [name, inner] of Object.entries(part)) if (name !== "datasets" && name !== "config") fields(inner, found);
  }
  return found;
};
const shown = (value, format) => {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number") return String(value);
  if (/%/.test(format || "")) return `${(100 * value).toFixed(1)} %`;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
};
const made = (tag, text) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  return element;
};
const table = (rows, known) => {
  const names = [...known.keys()].filter((name) => rows.some((row) => row[name] !== undefined && row[name] !== null && row[name] !== ""));
  const whole = made("table"), head = whole.createTHead().insertRow(), body = whole.createTBody();
  for (const name of names) {
    const cell = made("th", known.get(name).title || name.replaceAll("_", " "));
    cell.scope = "col";
    head.append(cell);
  }
  for (const row of rows) {
    const line = body.insertRow();
    for (const name of names) {
      const cell = line.insertCell();
      cell.textContent = shown(row[name], known.get(name).format);
      if (typeof row[name] === "number") cell.className = "number";
    }
  }
  return names.length ? whole : null;
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
    const known = fields(spec);
    for (const rows of Object.values(spec.datasets || {})) {
      const one = table(rows, known);
      if (one) { box.append(one); window.kesselSortable(one); }
    }
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
    y.axis = { ...y.axis, labelLimit: 0, ...(width < 480 ? { labelFontSize: 11 } : {}), labelExpr: `(${JSON.stringify(broken)})[datum.label] || datum.label` };
  };
  visit(roomy);
  const row = Math.max(0, ...names.map((name) => 14 * lines(name, most).length + 8));
  if (names.length && typeof roomy.height === "number") roomy.height = Math.max(roomy.height, row * names.length);
  if (roomy.height && roomy.height.step) roomy.height.step = Math.max(roomy.height.step, row);
  return roomy;
};
})();
