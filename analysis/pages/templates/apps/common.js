// What every interactive part shares: exact fractions of BigInt, numbers in words, elements; `kessel` is one global.
"use strict";
window.kessel = window.kessel || {};
(() => {
  const gcd = (a, b) => { a = a < 0n ? -a : a; while (b) [a, b] = [b, a % b]; return a; };
  // A fraction is [numerator, denominator] in lowest terms, the denominator above zero.
  const fraction = (n, d = 1n) => {
    n = BigInt(n); d = BigInt(d);
    if (d < 0n) { n = -n; d = -d; }
    const by = gcd(n, d) || 1n;
    return [n / by, d / by];
  };
  const parse = (text) => fraction(...String(text).split("/"));
  const add = (a, b) => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
  const subtract = (a, b) => fraction(a[0] * b[1] - b[0] * a[1], a[1] * b[1]);
  const times = (a, b) => fraction(a[0] * b[0], a[1] * b[1]);
  const compare = (a, b) => { const left = a[0] * b[1], right = b[0] * a[1]; return left < right ? -1 : left > right ? 1 : 0; };
  const show = (a) => a[1] === 1n ? `${a[0]}` : `${a[0]}/${a[1]}`;
  // A double for drawing; scaled first, so that long numbers do not become infinite.
  const number = (a) => Number(a[0] * 10n ** 12n / a[1]) / 1e12;
  // As `analysis.words.percent`: never rounded up to certainty or down to impossibility.
  const percent = (a) => {
    const p = number(a);
    if (a[0] === 0n) return "0\u00a0%";
    if (a[0] === a[1]) return "100\u00a0%";
    if (p > 0.999) return "over 99.9\u00a0%";
    return p < 0.001 ? "under 0.1\u00a0%" : `${(100 * p).toFixed(1)}\u00a0%`;
  };
  // An element with attributes and children; text is text, never HTML.
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value === true) made.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return made;
  };
  window.kessel.exact = { fraction, parse, add, subtract, times, compare, show, number, percent, gcd };
  window.kessel.element = element;
})();
