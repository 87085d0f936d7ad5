// The browser computes all chance of a game again, and compares the result with the server's.

import { verify } from "./fair.mjs";
import { get, pageData } from "./site.js";

/** @import { FairPage } from "./wire.js" */

const page = /** @type {FairPage} */ (pageData);

/**
 * @param {"asks" | "cannot" | "differs" | "agrees"} key
 * @param {string[]} problems
 */
function showResult(key, problems = []) {
  const own = get("own");
  own.textContent = own.dataset[key] ?? "";
  own.className = key;
  const list = get("problems");
  list.hidden = !problems.length;
  list.replaceChildren(...problems.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/**
 * The differences between the server's figures and our own.
 * @param {Record<string, unknown>} theirs
 * @param {Record<string, unknown>} ours
 */
function differences(theirs, ours) {
  const written = (/** @type {unknown} */ value) => JSON.stringify(value);
  return Object.keys(theirs)
    .filter((key) => written(theirs[key]) !== written(ours[key]))
    .map((key) => `${key}: ${written(ours[key])}, not ${written(theirs[key])}`);
}

/** @param {Record<string, unknown>} figures */
async function check(figures) {
  showResult("asks");
  if (!globalThis.crypto?.subtle) return showResult("cannot");
  const answer = await fetch(page.record);
  const { ok, checked, problems } = await verify(await answer.text());
  const found = ok ? differences(figures, checked) : problems;
  if (found.length) return showResult("differs", found);
  showResult("agrees");
  for (const line of document.querySelectorAll("#checked li")) line.classList.add("twice");
}

if (page.figures) check(page.figures);
