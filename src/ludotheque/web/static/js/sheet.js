// Sheets lie over the page and move nothing: one is open at a time. Escape closes it, and the focus returns.

import { find, get, isKey, takeFocus } from "./site.js";

/** @type {{ sheet: HTMLElement, opener: HTMLElement } | null} */
let open = null;

/**
 * Open the sheet that a tool belongs to, or close it.
 * @param {HTMLElement} opener
 * @param {HTMLElement} sheet
 */
export function toggleSheet(opener, sheet) {
  const isOpen = open?.sheet === sheet;
  closeSheet();
  if (!isOpen) openSheet(opener, sheet);
}

/**
 * @param {HTMLElement} opener
 * @param {HTMLElement} sheet
 */
export function openSheet(opener, sheet) {
  open = { sheet, opener };
  sheet.classList.add("open");
  opener.setAttribute("aria-expanded", "true");
  const first = /** @type {HTMLElement | null} */ (sheet.querySelector("[data-first]"));
  takeFocus(first);
  for (const list of sheet.querySelectorAll(".messages")) list.scrollTop = list.scrollHeight;
}

/** Close the open sheet; the focus goes back to its tool if it lay in the sheet. */
export function closeSheet() {
  if (!open) return;
  const { sheet, opener } = open;
  open = null;
  const hadFocus = sheet.contains(document.activeElement);
  sheet.classList.remove("open");
  opener.setAttribute("aria-expanded", "false");
  if (hadFocus) takeFocus(opener);
}

/** @param {string} id */
export const isOpen = (id) => open !== null && open.sheet === find(id);

document.addEventListener(
  "keydown",
  (event) => {
    if (!isKey(event, "clear") || !open) return;
    event.stopPropagation();
    closeSheet();
  },
  true,
);
document.addEventListener("click", (event) => {
  const closer = event.target instanceof Element ? event.target.closest("[data-closes]") : null;
  if (closer && open?.sheet === get(closer.getAttribute("data-closes") ?? "")) closeSheet();
});
