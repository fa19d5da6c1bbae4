// Heat maps of a table, column by die: what each roll comes to, in the colors of the classes, before and after an edit.
const inkOn = (color) => {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((x) => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
};
// The class of every cell of a table by row and column, its code as it counts, and whether it is known.
function heatOf(table) {
  return data.rows.map((_, row) => data.columns.map((_, column) => {
    const at = [...Array(nParts).keys()].map((part) => column * nParts + part);
    return { class: cellOutcomes(table, row, column).outcomes[0][0].class, code: at.map((one) => table.cells[row][one]).join(" "), isKnown: at.every((one) => table.isKnown[row][one]) };
  }));
}
function heatTable(caption, cells, others) {
  const cell = (one, row, column) => {
    const [name, color] = data.classes[one.class], isMoved = others && (others[row][column].class !== one.class || others[row][column].code !== one.code);
    return element("td", { class: isMoved ? "moved" : one.isKnown ? "" : "guessed", style: one.isKnown ? `background:${color};color:${inkOn(color)}` : `--class:${color}`, title: `${data.columns[column]}, ${data.rows[row]}: ${name}${one.isKnown ? "" : ", our guess, not printed"}` }, one.code);
  };
  return element("div", { class: "part" }, element("p", { class: "caption" }, caption), element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", { class: "heat" }, element("thead", {}, element("tr", {}, [data.header[0].replaceAll("_", " "), ...data.columns].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, cells.map((row, n) => element("tr", {}, element("th", { scope: "row" }, data.rows[n]), row.map((one, at) => cell(one, n, at))))))));
}
// One map of the table as printed; with an edit two, and what it moved stands out in both.
function heatMaps(before, after, isEdited) {
  const [was, is] = [heatOf(before), heatOf(after)];
  if (!isEdited) return [heatTable("What each roll comes to, column by die", was)];
  return [heatTable("Before: what each roll comes to", was, is), heatTable("After: framed is what moved", is, was)];
}
