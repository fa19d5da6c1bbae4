// Charts come to life: the pictures give way to the same charts drawn by Vega, which follow the page's width and answer
// the pointer. A chart that is folded waits until it is unfolded: before that it has no width to follow.
(() => {
"use strict";
const specs = JSON.parse(document.getElementById("specs").textContent);
// Labels are measured before they are drawn: with the letters of the page, once they are there.
const letters = Promise.allSettled(["", "600 "].map((weight) => document.fonts.load(`${weight}13px "Kessel Sans"`)));
const wake = (id, spec) => {
  const box = document.getElementById(id), live = box.querySelector(".live");
  box.classList.add("is-live");
  letters.then(() => window.vegaEmbed(live, kesselRoomy(spec, box.clientWidth), { actions: false, renderer: "svg", tooltip: { theme: "kessel" } }))
    .then(() => { box.dataset.live = "yes"; })
    .catch((error) => { box.classList.remove("is-live"); console.error(error); });
};
for (const [id, spec] of Object.entries(specs)) {
  const fold = document.getElementById(id).closest("details:not([open])");
  if (fold) fold.addEventListener("toggle", () => wake(id, spec), { once: true });
  else wake(id, spec);
}
for (const data of document.querySelectorAll("script[data-app]")) {
  window.kesselApps[data.dataset.app](document.getElementById(data.dataset.root), JSON.parse(data.textContent));
}
})();
