// The chat of a table: new messages are appended to the list.

import { text } from "./site.js";

/** @import { Heard } from "./wire.js" */

export class Chat {
  /**
   * @param {HTMLElement} list
   * @param {string} table
   * @param {number} last the number of the last message in the list
   */
  constructor(list, table, last) {
    this.list = list;
    this.table = table;
    this.last = last;
  }

  /**
   * Load the messages after the last one, if `newest` is later.
   * @param {number} newest
   */
  async loadUntil(newest) {
    if (newest <= this.last) return;
    const answer = await fetch(`/api/tables/${this.table}/messages?after=${this.last}`).catch(() => null);
    if (!answer?.ok) return;
    /** @type {Heard[]} */
    const messages = await answer.json();
    for (const message of messages) this.add(message);
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {Heard} message */
  add({ number, person, is_guest, text: said }) {
    if (number <= this.last) return;
    this.last = number;
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = person;
    if (is_guest) item.append(name, ` (${text("guest")}) ${said}`);
    else item.append(name, ` ${said}`);
    this.list.append(item);
  }
}
