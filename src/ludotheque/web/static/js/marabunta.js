// Marabunta: the uses of the dice and the tile in words, and on a phone: choices in sight, and the powers behind a tool.

import { parse } from "./board.js";
import { find, text } from "./site.js";
import { plugIn } from "./table.js";

/** @import { MarabuntaFacts } from "./wire.js" */
/** @import { Plugin, Table } from "./table.js" */

const NARROW = matchMedia("(max-width: 59.99em)");
const GAP = 8; // pixels between what sticks and what is scrolled to
const CRATE = '<path d="M4 5h16v14H4zM4 9.5h16M4 14.5h16M9 5v14M15 5v14"/>';

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

/**
 * The window's height between the prompt, which sticks to its top, and the bars at its bottom.
 * @returns {[number, number]}
 */
function room() {
  const bars = [find("tools"), document.querySelector("#actions:has(> :nth-child(2))")];
  const tops = bars.map((bar) => bar?.getBoundingClientRect().top ?? innerHeight);
  return [find("prompt")?.offsetHeight ?? 0, Math.min(...tops)];
}

/**
 * Scroll to the elements that can be chosen, unless all of them are in sight.
 * @param {Table} table
 */
function scrollToLit(table) {
  if (!table.isMine || !NARROW.matches) return;
  const lit = [...document.querySelectorAll(".part:not(.bar) .lit[tabindex], .part:not(.bar) [data-steps][tabindex]")];
  const [first, last] = room();
  const isInSight = (/** @type {Element} */ one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= first && bottom <= last;
  };
  const home = lit.find((one) => !one.closest(".panels"))?.closest(".part");
  if (home && !lit.every(isInSight))
    scrollBy({ top: home.getBoundingClientRect().top - first - GAP, behavior: "instant" });
}

/**
 * A tool that shows the powers and cupcakes of both seats over the page, and takes them away again.
 * @param {HTMLElement} panels
 */
function addPowers(panels) {
  const tool = document.createElement("button");
  Object.assign(tool, { type: "button", className: "tool show-held", title: text("show_held") });
  const name = Object.assign(document.createElement("span"), { className: "tool-name", textContent: text("powers") });
  tool.append(parse(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${CRATE}</svg>`), name);
  const show = (/** @type {boolean} */ isOpen) => {
    tool.setAttribute("aria-expanded", String(panels.classList.toggle("open", isOpen)));
  };
  show(false);
  tool.addEventListener("click", () => show(!panels.classList.contains("open")));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(false);
  });
  find("to-rules")?.before(tool);
}

/**
 * @param {Table} table
 * @returns {Plugin}
 */
function marabunta(table) {
  const home = Object.assign(document.createElement("div"), { className: "uses" });
  document.getElementById("live-trays")?.closest(".hold")?.after(home);
  let isFirst = true;
  return {
    onNews: () => scrollToLit(table),
    onRender: (facts) => {
      const { uses } = /** @type {MarabuntaFacts} */ (facts);
      showUses(home, uses, table.board?.root.classList.contains("swapped") ?? false);
      if (isFirst) scrollToLit(table);
      isFirst = false;
    },
  };
}

const panels = /** @type {HTMLElement | null} */ (document.querySelector(".panels"));
if (panels) addPowers(panels);
plugIn(marabunta);
