// News of a table, shown one after another at the pace that a player has chosen: they see their own step before the
// reply to it, and one thing at a time. A key or a tap shows the rest at once.

/** @import { TableView } from "./wire.js" */

/** @typedef {"calm" | "brisk" | "at_once"} Pace */

const BRISK = 500; // milliseconds for which a step is shown before the next one
const ROUND = 4000; // milliseconds that a round takes at most, if briskly shown
const HASTE = 2000; // the same while an own clock runs: it runs on the house's time
const LEAST = 120; // milliseconds: what is quicker can't be told apart
const CALM = { base: 900, letter: 30, most: 4000 }; // milliseconds: as long as it takes to read

/**
 * @typedef {object} QueueHooks
 * @property {(news: TableView) => void} show
 * @property {(news: TableView) => boolean} isNew whether they bring anything that is not shown yet
 * @property {(news: TableView) => number} letters how many there are to read
 * @property {() => Pace} pace
 * @property {() => boolean} isHurried whether an own clock runs
 * @property {(isWaiting: boolean) => void} onWaiting there is something to skip, or no more
 */

export class NewsQueue {
  /**
   * @param {QueueHooks} hooks
   * @param {(doing: () => void, after: number) => number} later
   * @param {() => number} now milliseconds
   */
  constructor(hooks, later = (doing, after) => Number(setTimeout(doing, after)), now = () => performance.now()) {
    this.hooks = hooks;
    this.later = later;
    this.now = now;
    /** @type {TableView[]} not shown yet */
    this.waiting = [];
    this.next = -Infinity; // when the next step may be shown, in milliseconds
    this.round = 0; // the most that have waited since the queue was last empty
    this.timer = 0;
    this.isWaiting = false;
  }

  /** @param {TableView} news */
  add(news) {
    this.waiting.push(news);
    this.round = Math.max(this.round, this.waiting.length);
    if (!this.timer) this.showNext();
  }

  /** Show news as long as none has to wait. */
  showNext() {
    while (this.waiting.length) {
      const wait = this.hooks.isNew(this.waiting[0]) && !document.hidden ? this.next - this.now() : 0;
      if (wait > 0) return this.wait(wait);
      this.showFirst();
    }
    this.round = 0;
    this.tell(false);
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    this.tell(true);
    this.timer = this.later(() => {
      this.timer = 0;
      this.showNext();
    }, milliseconds);
  }

  showFirst() {
    const [news] = this.waiting;
    const rest = this.hooks.isNew(news) ? this.rest(news) : null; // measured before they are shown
    try {
      this.hooks.show(news);
    } finally {
      this.waiting.shift();
      if (rest !== null) this.next = this.now() + rest;
    }
  }

  /** Show the rest at once. */
  skip() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.waiting.length) {
      this.next = -Infinity;
      this.showFirst();
    }
    this.next = -Infinity;
    this.showNext();
  }

  /**
   * How long news stay before the next ones: milliseconds.
   * @param {TableView} news
   */
  rest(news) {
    const pace = this.hooks.pace();
    if (pace === "at_once") return 0;
    const longest = this.hooks.isHurried() ? HASTE : ROUND;
    if (pace === "brisk" || longest === HASTE) return Math.max(LEAST, Math.min(BRISK, longest / this.round));
    return Math.min(CALM.most, CALM.base + CALM.letter * this.hooks.letters(news));
  }

  /** @param {boolean} isWaiting */
  tell(isWaiting) {
    if (isWaiting === this.isWaiting) return;
    this.isWaiting = isWaiting;
    this.hooks.onWaiting(isWaiting);
  }
}
