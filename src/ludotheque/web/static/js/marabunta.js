// Marabunta: what the dice and the tile could do, in words below the trays, and on a phone the powers behind a button.

import { text } from "./table.js";

const trays = document.getElementById("live-trays");
const HALVES = ["half-1", "half-2"];

function words(half) {
  const found = trays.querySelectorAll(half ? `.${half}[data-label]` : "[data-label]");
  return [...found].map((one) => one.dataset.label).join(" · ");
}

// One list for each half, in the order in which they lie; one for all before they are cut.
function tell(home) {
  const isCut = Boolean(trays.querySelector(".half-2"));
  const isSwapped = document.getElementById("table").classList.contains("swapped");
  const halves = isCut ? (isSwapped ? [...HALVES].reverse() : HALVES) : [""];
  home.replaceChildren(
    ...halves.map((half) => Object.assign(document.createElement("p"), { textContent: words(half) })),
  );
}

if (trays) {
  const home = Object.assign(document.createElement("div"), { className: "uses" });
  trays.closest(".part").after(home);
  const watch = new MutationObserver(() => tell(home));
  watch.observe(trays, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-label", "class"] });
  watch.observe(document.getElementById("table"), { attributes: true, attributeFilter: ["class"] });
  tell(home);
}

const panels = document.querySelector(".panels");
if (panels) {
  const more = Object.assign(document.createElement("button"), {
    type: "button",
    className: "button plain show-held",
    textContent: text("show_held"),
  });
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => more.setAttribute("aria-expanded", String(panels.classList.toggle("open"))));
  panels.append(more);
}

// What can be chosen next comes into sight: on a phone the crates and the leaves lie apart from the map.
const isStill = matchMedia("(prefers-reduced-motion: reduce)"),
  isNarrow = matchMedia("(max-width: 59.99em)");

function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 80 && top < innerHeight - 70;
}

document.addEventListener("news", ({ detail }) => {
  if (!detail.table.isMine || !isNarrow.matches) return;
  const lit = [...document.querySelectorAll(".part:not(.bar) .lit[tabindex], .part:not(.bar) [data-steps][tabindex]")];
  if (!lit.length || lit.every(isInSight)) return;
  lit[0].closest(".part").scrollIntoView({ block: "start", behavior: isStill.matches ? "auto" : "smooth" });
});
