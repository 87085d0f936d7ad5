// Explains a refusal: a bubble beside the element, with a link to the rule.

import { find, get, text } from "./site.js";

/** @import { Problem } from "./composer.js" */
/** @import { Drawn } from "./board.js" */

const SHOWN = 9000; // milliseconds

let timer = 0;

/**
 * @param {Problem} problem
 * @param {string} game
 * @param {Drawn | null} element that was clicked; null: the prompt
 * @param {"_blank" | "_self"} target of the link
 */
export function showBubble(problem, game, element, target = "_blank") {
  const bubble = get("bubble");
  const words = document.createElement("span");
  words.textContent = `${problem.error === "stale" ? text("stale") : problem.text} `;
  bubble.replaceChildren(words);
  if (problem.rule) bubble.append(linkTo(problem.rule, game, target));
  bubble.hidden = false;
  place(bubble, (element ?? find("prompt") ?? get("verdict")).getBoundingClientRect());
  if (element) {
    element.classList.remove("refused");
    void element.getBoundingClientRect();
    element.classList.add("refused");
  }
  clearTimeout(timer);
  timer = setTimeout(() => {
    bubble.hidden = true;
  }, SHOWN);
}

/**
 * @param {string} rule
 * @param {string} game
 * @param {string} target
 */
function linkTo(rule, game, target) {
  const link = document.createElement("a");
  const href = `/rules/${game}#${rule.split("/").at(-1)}`;
  link.dataset.rule = rule.split("/").at(-1);
  return Object.assign(link, { textContent: text("rule"), href, target, rel: "noopener" });
}

/**
 * Place the bubble above its element, or below if there is no room.
 * @param {HTMLElement} bubble
 * @param {DOMRect} at
 */
export function place(bubble, at) {
  const width = bubble.offsetWidth;
  const middle = at.left + at.width / 2;
  const left = Math.min(Math.max(8, middle - 36), innerWidth - width - 8);
  const above = at.top - bubble.offsetHeight - 12;
  const isBelow = above < 4;
  bubble.classList.toggle("below", isBelow);
  bubble.style.setProperty("--at", `${Math.min(Math.max(14, middle - left - 7), width - 28)}px`);
  bubble.style.left = `${left + scrollX}px`;
  bubble.style.top = `${(isBelow ? at.bottom + 12 : above) + scrollY}px`;
}
