// What can be chosen is brought into sight: on a phone the board may lie under a bar when one's turn comes.

import { find } from "./site.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const ROOM = 12; // pixels between a choice and a bar

/** @typedef {{ top: number, bottom: number }} Span */

/**
 * How far a page has to scroll down so that a span lies between two heights; if it is too long, its beginning does.
 * @param {Span} span
 * @param {Span} free
 */
export function wayTo(span, free) {
  if (span.top >= free.top && span.bottom <= free.bottom) return 0;
  const isLong = span.bottom - span.top > free.bottom - free.top;
  if (isLong && span.top <= free.top && span.bottom >= free.bottom) return 0; // choices all over the window
  return span.top < free.top || isLong ? span.top - free.top : span.bottom - free.bottom;
}

/**
 * The height at which something that lies over the page begins; the window's end if it is not there.
 * @param {string} id
 */
function topOf(id) {
  const { top, height } = find(id)?.getBoundingClientRect() ?? { top: 0, height: 0 };
  return height ? top : innerHeight;
}

/**
 * The window's free part: below the prompt, which sticks to the top, and above actions and tools, whether actions are
 * offered now or only with the next tap.
 * @param {number} [sheet] height of what else lies over the page, above the actions
 */
function freePart(sheet = 0) {
  const style = getComputedStyle(document.body);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const actions = Number.parseFloat(style.getPropertyValue("--actions-height")) * rem || 0;
  const prompt = find("prompt")?.offsetHeight ?? 0;
  return { top: prompt + ROOM, bottom: topOf("tools") - actions - sheet - ROOM };
}

/**
 * Scroll until these elements lie in the free part of the window.
 * @param {Iterable<Element>} elements
 * @param {number} [sheet]
 */
export function bringIntoSight(elements, sheet = 0) {
  const boxes = [...elements].map((one) => one.getBoundingClientRect()).filter(({ height }) => height);
  if (!boxes.length) return;
  const span = { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map((one) => one.bottom)) };
  const way = wayTo(span, freePart(sheet));
  if (way) scrollBy({ top: way, behavior: STILL.matches ? "instant" : "smooth" });
}

/** Bring all that can be chosen in the drawing into sight, but for what lies over the page, in games that ask for it. */
export function bringChoicesIntoSight() {
  if (getComputedStyle(document.body).getPropertyValue("--choices").trim() !== "scrolled") return;
  const lit = [...document.querySelectorAll("#table .part:not(.bar) .lit[tabindex='0']")];
  bringIntoSight(lit.filter((one) => getComputedStyle(one.closest("svg") ?? one).position !== "fixed"));
}
