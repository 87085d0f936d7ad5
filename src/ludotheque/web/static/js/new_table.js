// The form of a new table: choosing "Rated" chooses the clock that it needs, and says so; without one it is dropped.

/** The terms that a rated table is asked about, each a group of radio buttons. */
const TERMS = /** @type {const} */ (["clock", "absence"]);

/**
 * @param {HTMLFormElement} form
 * @param {string} name of a group of radio buttons
 * @returns {HTMLInputElement[]}
 */
const group = (form, name) =>
  [...form.querySelectorAll(`input[name="${name}"]`)].map((one) => /** @type {any} */ (one));

/**
 * The words of a choice, without the small print.
 * @param {HTMLInputElement} one
 */
const wordsOf = (one) => one.closest("label")?.querySelector("span")?.firstChild?.textContent?.trim() ?? "";

/**
 * Whether the choice of a group is one that a rated table may have.
 * @param {HTMLInputElement} rated
 * @param {HTMLInputElement} one
 */
const suits = (rated, one) => (rated.dataset[one.name] ?? "").split(" ").includes(one.value);

/**
 * Choose what a rated table needs and does not have yet; returns the words of what was chosen.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} rated
 * @returns {string[]}
 */
export function chooseNeeded(form, rated) {
  return TERMS.flatMap((name) => {
    const choices = group(form, name);
    if (choices.some((one) => one.checked && suits(rated, one))) return [];
    const first = choices.find((one) => suits(rated, one));
    if (!first) return [];
    first.checked = true;
    return [wordsOf(first)];
  });
}

/**
 * Make "Rated" and the terms it needs agree after one of them was changed; returns what to say about it.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} rated
 * @param {HTMLInputElement} changed
 * @returns {string | null} null: nothing to say, and what was said stays
 */
export function agree(form, rated, changed) {
  const { chosen = "", dropped = "" } = rated.dataset;
  if (changed === rated) {
    const made = rated.checked ? chooseNeeded(form, rated) : [];
    return made.length ? chosen.replace("#", made.join(" · ")) : "";
  }
  if (!rated.checked || !TERMS.some((name) => name === changed.name)) return null;
  if (suits(rated, changed)) return "";
  rated.checked = false;
  return dropped;
}

const box = /** @type {HTMLInputElement | null} */ (document.getElementById("rated"));
const says = document.getElementById("rated-says");
if (box?.form && says) {
  const { form } = box;
  form.addEventListener("change", ({ target }) => {
    const words = agree(form, box, /** @type {HTMLInputElement} */ (target));
    if (words !== null) says.textContent = words;
  });
}
