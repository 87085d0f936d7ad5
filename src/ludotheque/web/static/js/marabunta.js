// Marabunta: the uses of the dice and the tile, in words below the trays, and on a phone the powers behind a button.

import { text } from "./site.js";
import { plugIn } from "./table.js";

/** @import { MarabuntaFacts } from "./wire.js" */
/** @import { Plugin, Table } from "./table.js" */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const NARROW = matchMedia("(max-width: 59.99em)");

/**
 * Show the uses: one list for each half, in the order of the trays; one for all before the cut.
 * @param {HTMLElement} home
 * @param {string[][]} uses
 * @param {boolean} isSwapped
 */
function showUses(home, uses, isSwapped) {
  const lists = uses.map((words) => words.join(" · "));
  const shown = isSwapped && lists.length > 1 ? lists.reverse() : lists;
  if (shown.join("\n") === home.dataset.shown) return;
  home.dataset.shown = shown.join("\n");
  home.replaceChildren(...shown.map((words) => Object.assign(document.createElement("p"), { textContent: words })));
}

/** @param {Element} element */
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 80 && top < innerHeight - 70;
}

/**
 * Scroll to the elements that can be chosen: on a phone, crates and leaves are apart from the map.
 * @param {Table} table
 */
function scrollToLit(table) {
  if (!table.isMine || !NARROW.matches) return;
  const lit = [...document.querySelectorAll(".part:not(.bar) .lit[tabindex], .part:not(.bar) [data-steps][tabindex]")];
  if (!lit.length || lit.every(isInSight)) return;
  lit[0].closest(".part")?.scrollIntoView({ block: "start", behavior: STILL.matches ? "auto" : "smooth" });
}

/** @param {HTMLElement} panels */
function addPowers(panels) {
  const more = document.createElement("button");
  Object.assign(more, { type: "button", className: "button plain show-held", textContent: text("show_held") });
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => more.setAttribute("aria-expanded", String(panels.classList.toggle("open"))));
  panels.append(more);
}

/**
 * @param {Table} table
 * @returns {Plugin}
 */
function marabunta(table) {
  const home = Object.assign(document.createElement("div"), { className: "uses" });
  document.getElementById("live-trays")?.closest(".part")?.after(home);
  return {
    onNews: () => scrollToLit(table),
    onRender: (facts) => {
      const { uses } = /** @type {MarabuntaFacts} */ (facts);
      showUses(home, uses, table.board?.root.classList.contains("swapped") ?? false);
    },
  };
}

const panels = /** @type {HTMLElement | null} */ (document.querySelector(".panels"));
if (panels) addPowers(panels);
plugIn(marabunta);
