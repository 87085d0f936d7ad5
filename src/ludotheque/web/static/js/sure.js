// The question before an act that can't be undone: loaded from the house, which knows what would happen, and shown in
// the place of the form that asked for it.

import { find, get, isKey, takeFocus, text, toast } from "./site.js";

const SLIP = 500; // milliseconds in which a click is still the second half of a double click

/**
 * Show the question of a button in the place of its form.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {string} address of the page that asks
 */
export async function askFirst(form, button, address) {
  const question = await load(address);
  if (!question) return;
  form.hidden = true;
  form.after(question);
  question.addEventListener("close", () => {
    question.remove();
    form.hidden = false;
    if (!button.hidden) takeFocus(button);
  });
  listen(question);
  takeFocus(get("sure-no"));
}

/**
 * The question as the house asks it now; null if the act is not possible any more.
 * @param {string} address
 */
async function load(address) {
  const answer = await fetch(address).catch(() => null);
  const found = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const question = found?.getElementById("sure");
  if (!question) toast(found?.querySelector(".problem")?.textContent?.trim() || text("away"));
  find("sure")?.dispatchEvent(new Event("close"));
  return question && document.importNode(question, true);
}

/** @param {HTMLElement} question */
function listen(question) {
  const close = () => question.dispatchEvent(new Event("close"));
  const yes = /** @type {HTMLButtonElement} */ (question.querySelector("#sure-yes"));
  yes.disabled = true;
  setTimeout(() => {
    yes.disabled = false;
  }, SLIP);
  question.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.id !== "sure-no") return;
    event.preventDefault();
    close();
  });
  question.addEventListener("keydown", (event) => {
    if (!isKey(event, "clear")) return;
    event.stopPropagation();
    close();
  });
}
