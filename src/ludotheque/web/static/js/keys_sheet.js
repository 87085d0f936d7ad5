// The list of keys, under `?` and in the menu: it shows what site.js lists (KEYS), which the scripts ask.

import { find, KEYS, pageData, text } from "./site.js";

/** @typedef {{ names: string[], words: string }} KeyLine keys as they are printed on a keyboard, and what they do */

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", Enter: "Enter", "=": "" };
const NAMED = ["Home", "End", " "]; // as keyboards of the reader's language call them

/**
 * The keys of a kind of page; several that do the same are in one line.
 * @param {"table" | "lesson" | "over"} kind
 * @returns {KeyLine[]}
 */
export function linesOf(kind) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const [action, { keys, on }] of Object.entries(KEYS)) {
    if (!on.includes(kind)) continue;
    const words = text(`key_${action}`);
    lines.set(words, [...(lines.get(words) ?? []), ...keys.map(nameOf).filter(Boolean)]);
  }
  return [...lines].map(([words, names]) => ({ names, words }));
}

/** @param {string} key */
function nameOf(key) {
  return NAMED.includes(key) ? text(`key_named_${key.trim() || "space"}`) : (SIGNS[key] ?? key);
}

/** The kind of this page. */
function kindOfPage() {
  const { stage, lesson } = /** @type {{ stage?: string, lesson?: string }} */ (pageData);
  return stage === "over" ? "over" : lesson ? "lesson" : "table";
}

/** Show the list over the page; Escape, or a click beside it, closes it. */
export function showKeys() {
  if (find("key-list")) return;
  const dialog = Object.assign(document.createElement("dialog"), { id: "key-list", className: "card key-list" });
  const title = Object.assign(document.createElement("h2"), { id: "key-list-title", textContent: text("keys_title") });
  const close = Object.assign(document.createElement("button"), { className: "button primary", type: "button" });
  close.textContent = text("close");
  close.addEventListener("click", () => dialog.close());
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(title, listOf(linesOf(kindOfPage())), close);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {KeyLine[]} lines */
function listOf(lines) {
  const list = document.createElement("dl");
  for (const { names, words } of lines) {
    const keys = document.createElement("dt");
    for (const name of names) keys.append(Object.assign(document.createElement("kbd"), { textContent: name }), " ");
    list.append(keys, Object.assign(document.createElement("dd"), { textContent: words }));
  }
  return list;
}
