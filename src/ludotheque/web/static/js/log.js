// The log of a table in words: lines that news add, change or withdraw. Loaded with the first step that they bring.

import { get, text } from "./site.js";
import { isPlayed, page } from "./table.js";

/** @import { PlayEntry, SealedEntry, TableView } from "./wire.js" */
/** @import { State } from "./state.js" */

export class Log {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.list = get("log");
  }

  /** @param {TableView["entries"]} entries */
  update(entries) {
    const { state, list } = this;
    const played = entries.filter(isPlayed);
    for (const entry of played) this.updateEntry(entry);
    for (const item of list.children) item.classList.toggle("now", item === list.firstElementChild);
    const fresh = played.filter((entry) => entry.number > state.announced);
    state.announced = Math.max(state.announced, ...played.map((entry) => entry.number));
    const words = fresh.flatMap(wordsOf).join(" ");
    if (words) get("announce").textContent = words;
  }

  /** @param {PlayEntry | SealedEntry} entry */
  updateEntry(entry) {
    const old = this.list.querySelector(`[data-number="${entry.number}"]`);
    if (entry.withdrawn) {
      old?.remove();
      return;
    }
    if (!old && entry.number <= page.number) return; // older than the page's log
    const item = old ?? this.insert(entry);
    const words = item.lastElementChild;
    if (words) words.textContent = wordsOf(entry).join(" ") || text("secret");
  }

  /**
   * Insert an entry, in order.
   * @param {PlayEntry | SealedEntry} entry
   */
  insert({ number, seat }) {
    const item = document.createElement("li");
    item.dataset.number = String(number);
    const mark = document.createElement("span");
    mark.className = `seat-mark seat-${seat} ${page.game}-mark`;
    mark.ariaHidden = "true";
    item.append(mark, document.createElement("span"));
    const items = /** @type {HTMLElement[]} */ ([...this.list.children]);
    this.list.insertBefore(item, items.find((one) => Number(one.dataset.number) < number) ?? null);
    return item;
  }
}

/**
 * @param {PlayEntry | SealedEntry} entry
 * @returns {string[]}
 */
function wordsOf(entry) {
  return (entry.kind === "play" && entry.words) || [];
}
