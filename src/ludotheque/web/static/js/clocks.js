// The clocks of a table, counted down between two messages of the server: beside each seat, and in the line above the
// prompt, which is always in sight. Loaded where a seat has one. When few seconds are left is the server's decision.

import { find, text } from "./site.js";

/** @import { SeatView } from "./wire.js" */
/** @import { Table } from "./table.js" */

const TICK = 500; // milliseconds
const MINUTE = 60; // seconds

export class Clocks {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<number, number>} by own seat: the seconds left at which its player was warned last */
    this.warned = new Map();
    setInterval(() => this.show(), TICK);
  }

  show() {
    const { latest, state } = this.table;
    const gone = (performance.now() - state.heardAt) / 1000;
    for (const seat of latest.seats) {
      if (seat.left === null) continue;
      const left = leftOf(seat, gone) ?? 0;
      const isLow = left <= (seat.warnings[0] ?? 0);
      for (const id of [`strip-${seat.seat}`, `turn-${seat.seat}`]) showAt(id, clockText(left), isLow);
      if (latest.own.includes(seat.seat)) this.warn(seat, left);
    }
  }

  /**
   * Say once, to whoever listens, that few seconds are left.
   * @param {SeatView} seat
   * @param {number} left
   */
  warn({ seat, warnings, runs_in }, left) {
    const due = warnings.findLast((one) => left <= one);
    if (due === undefined) this.warned.delete(seat);
    if (due === undefined || runs_in === null || this.warned.get(seat) === due) return;
    this.warned.set(seat, due);
    const minutes = Math.round(left / MINUTE);
    this.table.announce(
      left < 2 * MINUTE ? text("seconds_left", { n: Math.ceil(left) }) : text("minutes_left", { n: minutes }),
    );
  }
}

/**
 * The seconds that a seat has left, so long after the server's message.
 * @param {SeatView} seat
 * @param {number} gone seconds
 */
export function leftOf({ left, runs_in }, gone) {
  if (left === null) return null;
  return Math.max(0, left - (runs_in === null ? 0 : Math.max(0, gone - runs_in)));
}

/**
 * @param {string} id of a place that has a clock
 * @param {string} shown
 * @param {boolean} isLow
 */
function showAt(id, shown, isLow) {
  const place = /** @type {HTMLElement | null} */ (find(id)?.querySelector(".clock"));
  if (!place) return;
  place.hidden = false;
  place.textContent = shown;
  place.classList.toggle("low", isLow);
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
