// The clocks of a table, counted down between two messages of the server. Loaded where a seat has one.

import { find, text } from "./site.js";

/** @import { Table } from "./table.js" */

const TICK = 500; // milliseconds

export class Clocks {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    setInterval(() => this.show(), TICK);
  }

  show() {
    const gone = (performance.now() - this.table.state.heardAt) / 1000;
    for (const seat of this.table.news.seats) {
      const place = /** @type {HTMLElement | null} */ (find(`strip-${seat.seat}`)?.querySelector(".clock"));
      if (!place) continue;
      place.hidden = seat.left === null;
      if (seat.left === null) continue;
      const used = seat.runs_in === null ? 0 : Math.max(0, gone - seat.runs_in);
      const left = Math.max(0, seat.left - used);
      place.textContent = clockText(left);
      place.classList.toggle("low", left < 30);
    }
  }
}

/** @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const pad = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (hours >= 48) return text("days", { n: Math.floor(hours / 24) });
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
