// What every page does for its reader: opens what a link aims at, and sorts tables. Without it nothing is missing.
(() => {
"use strict";

// What is folded opens for paper, and for who follows a link into it.
const folds = [...document.querySelectorAll("details.fold")];
const openAimed = () => {
  const aimed = location.hash && document.getElementById(location.hash.slice(1));
  const fold = aimed && aimed.closest("details.fold:not([open])");
  if (fold) { fold.open = true; aimed.scrollIntoView(); }
};
addEventListener("hashchange", openAimed);
for (const link of document.querySelectorAll('a[href^="#"]')) link.addEventListener("click", () => setTimeout(openAimed));
addEventListener("beforeprint", () => { for (const fold of folds) fold.open = true; });
openAimed();

// A cell's number: "12.3 %", "1/36", "over 99.9 %", "1,234", "−3"; a span counts by its start. NaN if there is none.
const value = (text) => {
  const plain = text.replace(/[\u2212\u2013]/g, "-").replace(/,(?=\d{3})/g, "").trim();
  const found = /^(?:(over|under|about|at least|at most)\s+)?([+-]?\d+(?:\.\d+)?)(?:\s*\/\s*(\d+(?:\.\d+)?))?/.exec(plain);
  if (!found) return NaN;
  const nudge = { over: 1e-9, under: -1e-9 }[found[1]] || 0;
  return Number(found[2]) / Number(found[3] || 1) + nudge;
};
// Odds as printed, "1-4" or "10:1": one against four comes before ten against one. Null if a column holds anything else.
const odds = (text) => {
  const found = /^(\d+(?:\.\d+)?)\s*[-:]\s*(\d+(?:\.\d+)?)\+?$/.exec(text.trim());
  return found && (found[1] === "1" || found[2] === "1") ? Number(found[1]) / Number(found[2]) : NaN;
};
const missing = (text) => /^(|-|\u2013|none|None|n\/a)$/.test(text.trim());
const order = new Intl.Collator("en", { numeric: true });

// Return the keys of a column's cells: all odds, all numbers, or else the texts; null where there is nothing.
const keys = (texts) => {
  for (const read of [odds, value]) {
    const found = texts.map((text) => (missing(text) ? null : read(text)));
    if (found.every((key) => key === null || !Number.isNaN(key))) return found;
  }
  return texts.map((text) => (missing(text) ? null : text.trim()));
};
const compare = (a, b) => (typeof a === "number" ? a - b : order.compare(a, b));

const sort = (table, at, direction) => {
  const body = table.tBodies[0], rows = table.kesselRows;
  const key = keys(rows.map((row) => row.cells[at].textContent));
  const places = rows.map((_, i) => i);
  if (direction) {
    places.sort((i, j) => {
      if (key[i] === null || key[j] === null) return (key[i] === null) - (key[j] === null) || i - j;  // nothing comes last
      return direction * compare(key[i], key[j]) || i - j;
    });
  }
  body.append(...places.map((i) => rows[i]));
};

// A header sorts up, then down, then goes back to the order of the page.
const sortable = (table) => {
  const head = table.tHead && table.tHead.rows.length === 1 && table.tHead.rows[0];
  const rows = table.tBodies.length === 1 ? [...table.tBodies[0].rows] : [];
  if (!head || rows.length < 3 || rows.some((row) => row.cells.length !== head.cells.length)) return;
  table.kesselRows = rows;
  [...head.cells].forEach((cell, at) => {
    if (!cell.textContent.trim()) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => {
      const next = { none: "ascending", ascending: "descending", descending: "none" }[cell.getAttribute("aria-sort") || "none"];
      for (const other of head.cells) other.removeAttribute("aria-sort");
      if (next !== "none") cell.setAttribute("aria-sort", next);
      sort(table, at, { none: 0, ascending: 1, descending: -1 }[next]);
    });
  });
};
window.kesselSortable = sortable;
// A table that its column cuts, or whose sentences stand in many short lines, takes of the room beside the text.
const widen = (box) => {
  if (!box.clientWidth || box.classList.contains("wide")) return;
  const isHigh = [...box.querySelectorAll("td:not(.number, .short)")].some((cell) => cell.textContent.length > 90);
  if (box.scrollWidth > box.clientWidth + 1 || isHigh) box.classList.add("wide");
};
window.kesselWiden = widen;
for (const box of document.querySelectorAll("section.table .scroll")) {
  const fold = box.closest("details:not([open])");
  if (fold) fold.addEventListener("toggle", () => widen(box), { once: true });
  else widen(box);
}
for (const table of document.querySelectorAll("section.table table")) sortable(table);

// A map that goes on beyond its box begins where its values are densest.
const densest = (box) => {
  const shades = [...box.querySelectorAll("path[fill-opacity]:has(> title)")];
  if (!shades.length || box.scrollWidth <= box.clientWidth + 1) return;
  const most = shades.reduce((best, one) => (+one.getAttribute("fill-opacity") > +best.getAttribute("fill-opacity") ? one : best));
  const there = most.getBoundingClientRect(), here = box.getBoundingClientRect();
  box.scrollLeft += (there.left + there.right) / 2 - (here.left + here.right) / 2;
};
for (const box of document.querySelectorAll(".picture .scroll")) {
  const fold = box.closest("details:not([open])");
  if (fold) fold.addEventListener("toggle", () => densest(box), { once: true });
  else densest(box);
}
})();
