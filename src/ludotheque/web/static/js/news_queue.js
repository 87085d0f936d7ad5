// News of a table, shown one after another: a player sees their own step before the reply to it.

/** @import { TableView } from "./wire.js" */
/** @import { Table } from "./table.js" */

const CALM = 600; // milliseconds between two steps shown
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class NewsQueue {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {TableView[]} not shown yet */
    this.waiting = [];
    this.shownAt = -Infinity; // when the last step was shown, in milliseconds
  }

  /** @param {TableView} news */
  add(news) {
    this.waiting.push(news);
    if (this.waiting.length === 1) this.showNext();
  }

  showNext() {
    const early = this.shownAt + CALM - performance.now();
    const isNew = this.waiting[0].number > this.table.state.number;
    const wait = isNew && early > 0 && !STILL.matches && !document.hidden ? early : 0;
    if (wait) setTimeout(() => this.show(), wait);
    else this.show();
  }

  show() {
    const [news] = this.waiting;
    if (news.number > this.table.state.number) this.shownAt = performance.now();
    try {
      this.table.showUnlessHeld(news);
    } finally {
      this.waiting.shift();
      if (this.waiting.length) this.showNext();
    }
  }
}
