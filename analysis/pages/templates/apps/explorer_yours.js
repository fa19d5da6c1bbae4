// Other numbers than the printed ones, the reader's own, where fights are pools of dice: the fight before and after.
const printedNumbers = data.numbers;
const withinBounds = (one, value) => Number.isInteger(value) && value >= one.low && value <= one.high;

function numbersWith(yours) {
  const found = structuredClone(printedNumbers);
  for (const [id, value] of Object.entries(yours)) {
    const [part, key] = id.split(".");
    if (key === undefined) found[part] = value;
    else found[part][key] = value;
  }
  return found;
}

// Ask while the routine reads other numbers.
function under(yours, ask) {
  data.numbers = numbersWith(yours);
  try { return ask(); } finally { data.numbers = printedNumbers; }
}

// The address carries them as #yours.lowest_hit.TF=5; what is as printed, or out of bounds, is left out.
function yoursFrom(told) {
  const found = data.yours.map((one) => [one, Number(told.get(`yours.${one.id}`) ?? one.printed)]);
  return Object.fromEntries(found.filter(([one, value]) => withinBounds(one, value) && value !== one.printed).map(([one, value]) => [one.id, value]));
}

// A field for each number; `change` gets all that differ from the print.
function yoursPanel(current, change) {
  const inputs = {};
  const line = (one) => {
    const id = `explorer-yours-${one.id}`;
    const input = element("input", { type: "number", id, min: one.low, max: one.high, step: 1, onchange: () => {
      const value = Number(input.value), { [one.id]: _, ...others } = current();
      change(input.value === "" || !withinBounds(one, value) || value === one.printed ? others : { ...others, [one.id]: value });
    } });
    inputs[one.id] = input;
    return element("div", { class: "control choice" }, element("label", { for: id }, `${one.label} (printed ${one.printed})`), input);
  };
  const box = data.yours.length ? element("details", { class: "yours" }, element("summary", {}, "What if the numbers were others?"), data.yours.map(line)) : null;
  const refresh = () => data.yours.forEach((one) => {
    const value = current()[one.id];
    inputs[one.id].value = value ?? one.printed;
    inputs[one.id].classList.toggle("edited", value !== undefined);
  });
  if (box && Object.keys(current()).length) box.open = true;
  return { box, refresh };
}
