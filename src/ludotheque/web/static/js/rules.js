// The rulebook in a drawer at the table: loaded from the house on first use, and opened at the paragraph that matters
// now, which the house says.

import { get, text } from "./site.js";

const BEFORE = "rule-"; // each id of the drawer's book: no other part of the page has such ids

/** @type {Promise<boolean> | null} */
let loading = null;

/**
 * Show the rulebook at a paragraph.
 * @param {string} game
 * @param {string | null | undefined} paragraph
 */
export async function showRules(game, paragraph) {
  loading ??= loadBook(game);
  if (!(await loading)) {
    loading = null; // the next time it is tried again
    return;
  }
  const found = markRule(paragraph);
  const body = get("rules-body");
  if (found) body.scrollTop += found.getBoundingClientRect().top - body.getBoundingClientRect().top - 8;
}

/**
 * Mark the paragraph that matters now, without scrolling: its reader may be elsewhere in the book.
 * @param {string | null | undefined} paragraph
 * @returns {Element | null}
 */
export function markRule(paragraph) {
  const body = get("rules-body");
  for (const one of body.querySelectorAll(".now")) one.classList.remove("now");
  const found = /** @type {HTMLElement | null} */ (body.querySelector(`[id="${BEFORE}${paragraph}"]`));
  if (found) found.dataset.now = body.dataset.now;
  found?.classList.add("now");
  return found;
}

/** @param {string} game */
async function loadBook(game) {
  const body = get("rules-body");
  const [book] = await Promise.all([loadText(`/rules/${game}/drawer`), loadStyle(body.dataset.css ?? "")]);
  if (!book) {
    body.textContent = text("away");
    return false;
  }
  body.replaceChildren(document.importNode(book, true));
  body.addEventListener("click", stayInBook);
  return true;
}

/** @param {string} address */
async function loadText(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("drawn-book");
}

/** @param {string} address */
function loadStyle(address) {
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.head.append(link);
  });
}

/**
 * A link from one place of the book to another scrolls the drawer, and leaves the page's address alone.
 * @param {Event} event
 */
function stayInBook(event) {
  const link = event.target instanceof Element ? event.target.closest(`a[href^="#${BEFORE}"]`) : null;
  if (!link) return;
  event.preventDefault();
  const to = get("rules-body").querySelector(`[id="${link.getAttribute("href")?.slice(1)}"]`);
  const body = get("rules-body");
  if (to) body.scrollTop += to.getBoundingClientRect().top - body.getBoundingClientRect().top - 8;
}
