// Charts come to life: the pictures give way to the same charts drawn by Vega, which follow the page's width and answer the pointer.
(() => {
"use strict";
const specs = JSON.parse(document.getElementById("specs").textContent);
for (const [id, spec] of Object.entries(specs)) {
  const box = document.getElementById(id), live = box.querySelector(".live");
  box.classList.add("is-live");
  window.vegaEmbed(live, kesselRoomy(spec, box.clientWidth), { actions: false, renderer: "svg", tooltip: { theme: "kessel" } })
    .then(() => { box.dataset.live = "yes"; })
    .catch((error) => { box.classList.remove("is-live"); console.error(error); });
}
for (const data of document.querySelectorAll("script[data-app]")) {
  window.kesselApps[data.dataset.app](document.getElementById(data.dataset.root), JSON.parse(data.textContent));
}
})();
