// What an owner types in: a printed table with its gaps as a form, and its file as `kessel audit --accept` takes it.
const byName = new Map(data.tables.map((one) => [one.name, one]));
const KEPT = `kessel-own-${data.game}`;
// What was typed: by table, the cells as row|column, and rows that were added.
const START = () => Object.fromEntries(data.tables.map((one) => [one.name, { cells: {}, rows: [] }]));
let typed = START();

const quoted = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const lines = (rows) => rows.map((row) => `${row.map(quoted).join(",")}\n`).join("");
const cellOf = (one, row, at) => typed[one.name].cells[`${row}|${at}`]?.trim() || one.rows[row][at];
const csvOf = (one) => {
  const more = typed[one.name].rows.filter((row) => row.some((cell) => cell.trim()));
  const held = one.rows.map((row, n) => row.map((_, at) => cellOf(one, n, at)));
  return lines([one.header, ...held, ...more.map((row) => row.map((cell) => cell.trim() || data.missing))]);
};
const leftIn = (one) => one.rows.reduce((n, row, at) => n + row.filter((_, place) => cellOf(one, at, place) === data.missing).length, 0);
const isWrong = (one, at, text) => one.choices[at].length > 0 && text.trim() !== "" && text.trim() !== data.missing && !one.choices[at].includes(text.trim());
window.kessel.own = { put: (name, cells, rows = []) => { typed[name] = { cells, rows }; return csvOf(byName.get(name)); }, csv: (name) => csvOf(byName.get(name)) };
if (!root) return;

try { typed = { ...START(), ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") }; } catch { /* a browser that keeps nothing */ }
const keep = () => { try { localStorage.setItem(KEPT, JSON.stringify(typed)); } catch { /* the same */ } };
const element = window.kessel.element;
const status = element("p", { class: "count", role: "status" });
const place = element("div", { class: "sheet-of" });
const download = element("a", { class: "button" }, "Download the file");
const text = element("textarea", { readonly: true, rows: 6, "aria-label": "The file as text, to copy", spellcheck: "false" });
const command = element("p", { class: "command" });
let shown = data.tables[0], url = null;

function told() {
  const left = leftIn(shown), more = typed[shown.name].rows.length;
  const pale = Object.keys(shown.follows).length;
  const known = pale ? ` ${pale} ${pale === 1 ? "follows" : "follow"} from what is printed: what we read there is pale.` : "";
  status.textContent = `${shown.gaps - left} of ${shown.gaps} missing cells typed${more ? `, ${more} more ${more === 1 ? "line" : "lines"}` : ""}.${known} ${shown.does}`;
  text.value = csvOf(shown);
  if (url) URL.revokeObjectURL(url);
  url = URL.createObjectURL(new Blob([text.value], { type: "text/csv" }));
  download.href = url;
  download.download = shown.file.split("/").pop();
  command.replaceChildren("Put it in the place of ", element("code", {}, shown.file), ", then: ", element("code", {}, `kessel audit --accept ${shown.file}`));
  keep();
}
// A field is as wide as the longest word that may stand in it, and the arrow of its list.
function wideOf(at) {
  const words = [...shown.choices[at], ...Object.keys(shown.follows).filter((key) => key.endsWith(`|${at}`)).map((key) => shown.follows[key])];
  return Math.max(4.4, 0.5 * Math.max(0, ...words.map((word) => word.length)) + 3.2);
}
function inputOf(at, value, label, put, pale = null) {
  const box = element("input", { type: "text", value, "aria-label": label, placeholder: pale, style: `--wide: ${wideOf(at)}em`, list: shown.choices[at].length ? `own-${at}` : null, autocomplete: "off", spellcheck: "false" });
  const judge = () => { if (isWrong(shown, at, box.value)) box.setAttribute("aria-invalid", "true"); else box.removeAttribute("aria-invalid"); };
  box.addEventListener("input", () => { put(box.value); judge(); told(); });
  judge();
  return box;
}
function rowOf(row, n) {
  return element("tr", {}, row.map((cell, at) => {
    if (at === 0) return element("th", { scope: "row" }, cell.replaceAll("_", " "));
    if (cell !== data.missing) return element("td", {}, cell.replaceAll("_", " "));
    const key = `${n}|${at}`, cells = typed[shown.name].cells;
    return element("td", {}, inputOf(at, cells[key] ?? "", `${row[0]}, ${shown.words[at]}`, (value) => { if (value.trim()) cells[key] = value; else delete cells[key]; }, shown.follows[key]));
  }));
}
function addedRow(row, n) {
  return element("tr", { class: "added" }, row.map((cell, at) => element(at ? "td" : "th", at ? {} : { scope: "row" },
    inputOf(at, cell, `new line ${n + 1}, ${shown.words[at]}`, (value) => { row[at] = value; }))));
}
function show() {
  const lists = shown.choices.map((held, at) => held.length ? element("datalist", { id: `own-${at}` }, held.map((one) => element("option", { value: one }))) : null);
  const head = element("tr", {}, shown.header.map((name, at) => element("th", { scope: "col", title: shown.words[at] }, name.replaceAll("_", " "))));
  const grid = element("table", { class: "grid" }, element("thead", {}, head), element("tbody", {}, shown.rows.map(rowOf), typed[shown.name].rows.map(addedRow)));
  place.replaceChildren(...lists.filter(Boolean), element("div", { class: "scroll wide", tabindex: "0", role: "region", "aria-label": shown.title }, grid));
  more.hidden = !shown.grows;
  told();
}
const more = element("button", { type: "button", onclick: () => { typed[shown.name].rows.push(shown.header.map(() => "")); show(); } }, "Add a line");
const forget = element("button", { type: "button", onclick: () => { typed[shown.name] = START()[shown.name]; show(); } }, "Forget what was typed here");
const pick = element("select", { onchange: () => { shown = byName.get(pick.value); show(); } },
  data.tables.map((one) => element("option", { value: one.name }, `${one.title} (${one.gaps} missing)`)));
root.append(element("div", { class: "own" }, element("div", { class: "tools" }, element("label", {}, "Table ", pick), more, forget), status, place,
  element("div", { class: "tools" }, download), command, text));
root.classList.add("is-live");
show();
