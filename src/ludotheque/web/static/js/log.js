// The log of a table in words: lines that news add, change or withdraw. Loaded with the first step that they bring.

import { get, text } from "./site.js";
import { isPlayed, page } from "./table.js";

/** @import { PlayEntry, SealedEntry, TableView, ToldStep } from "./wire.js" */
/** @import { State } from "./state.js" */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const AT_TOP = 200; // pixels: whoever has scrolled further down reads what is older
const SHOWN = 3; // sentences of a step; the others unfold

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
    this.keepPlace(() => {
      for (const entry of played) this.updateEntry(entry);
    });
    for (const item of list.children) item.classList.toggle("now", item === list.firstElementChild);
    const fresh = played.filter((entry) => entry.number > state.announced);
    state.announced = Math.max(state.announced, ...played.map((entry) => entry.number));
    const words = fresh.flatMap(wordsOf).join(" ");
    if (words) get("announce").textContent = words;
  }

  /**
   * What was there stays where it is while entries come above it; then the list scrolls up to them.
   * @param {() => void} change
   */
  keepPlace(change) {
    const { list } = this;
    const isAtTop = list.scrollTop < AT_TOP;
    const below = list.scrollHeight - list.scrollTop;
    change();
    list.scrollTop = list.scrollHeight - below;
    if (!isAtTop) return;
    const scroll = () => list.scrollTo({ top: 0, behavior: STILL.matches ? "instant" : "smooth" });
    requestAnimationFrame(() => requestAnimationFrame(scroll)); // once they are painted where they were
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
    item.replaceChildren(...stepsOf(entry).map(rowOf));
  }

  /**
   * Insert an entry, in order.
   * @param {PlayEntry | SealedEntry} entry
   */
  insert({ number }) {
    const item = document.createElement("li");
    item.dataset.number = String(number);
    const items = /** @type {HTMLElement[]} */ ([...this.list.children]);
    this.list.insertBefore(item, items.find((one) => Number(one.dataset.number) < number) ?? null);
    return item;
  }
}

/**
 * The visible steps of an entry in words; of one without any, that it was chosen in secret.
 * @param {PlayEntry | SealedEntry} entry
 * @returns {ToldStep[]}
 */
function stepsOf(entry) {
  const told = (entry.kind === "play" && entry.told) || [];
  return told.length ? told : [{ seat: entry.seat, words: [text("secret")] }];
}

/**
 * A step in words, as `_log.html` has it.
 * @param {ToldStep} step
 */
function rowOf({ seat, words }) {
  const mark = make("span", `seat-mark seat-${seat} ${page.game}-mark`);
  mark.ariaHidden = "true";
  const said = make("div", "", ...words.slice(0, SHOWN).map((one) => make("p", "", one)));
  const rest = words.slice(SHOWN).map((one) => make("p", "", one));
  if (rest.length) said.append(make("details", "rest", make("summary", "", text("read_on")), ...rest));
  return make("div", "told", mark, said);
}

/**
 * @param {string} tag
 * @param {string} worn
 * @param {(Node | string)[]} inside
 */
function make(tag, worn, ...inside) {
  const element = document.createElement(tag);
  if (worn) element.className = worn;
  element.append(...inside);
  return element;
}

/**
 * What is new to hear.
 * @param {PlayEntry | SealedEntry} entry
 * @returns {string[]}
 */
function wordsOf(entry) {
  return (entry.kind === "play" && entry.words) || [];
}
