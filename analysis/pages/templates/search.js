// The search of the front page: every word that is typed must stand in a page's question, answer, name, or terms.
(() => {
"use strict";
const rows = JSON.parse(document.getElementById("rows").textContent);
const box = document.querySelector(".search"), field = document.getElementById("search");
const count = document.getElementById("search-count"), list = document.getElementById("search-found");
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const texts = rows.map((row) => [plain(row.ask), plain(`${row.at} ${row.words}`), plain(row.say)]);
const MOST = 12;

// What stands in a title counts more than what stands in its terms, and that more than what stands in the answer.
const worth = (at, words) => {
  let sum = 0;
  for (const word of words) {
    const part = texts[at].findIndex((text) => text.includes(word));
    if (part < 0) return -1;
    sum += texts[at].length - part;
  }
  return sum;
};
const show = () => {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const found = words.length ? rows.map((row, at) => [worth(at, words), row]).filter(([w]) => w >= 0) : [];
  found.sort((a, b) => b[0] - a[0]);
  count.textContent = words.length ? (found.length ? `${found.length} ${found.length === 1 ? "page" : "pages"}` : "No page says so.") : "";
  list.replaceChildren(...found.slice(0, MOST).map(([, row]) => {
    const item = document.createElement("li"), link = document.createElement("a"), at = document.createElement("span");
    link.href = row.to;
    link.textContent = row.ask;
    at.className = "count";
    at.textContent = row.at;
    item.append(link, " ", at);
    return item;
  }));
};
box.hidden = false;
field.addEventListener("input", show);
field.addEventListener("keydown", (event) => { if (event.key === "Enter" && list.firstChild) list.querySelector("a").click(); });
show();
})();
