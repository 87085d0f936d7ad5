// Looking back during a game: the moments that this seat has seen. Escape, or news, returns to the game.

import { drawLive } from "./board.js";
import { Replay } from "./replay.js";
import { actionOf, get, isIn, takeFocus } from "./site.js";
import { page } from "./table.js";

/** @import { Table } from "./table.js" */

export class History {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.bar = get("looking-back");
    this.at = -1; // the moment shown; -1: the game itself
    this.known = -1; // the last entry of the replay
    /** @type {Replay | null} */
    this.replay = null;
    get("back-to-game").addEventListener("click", () => this.end());
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /**
   * Show the moment after an entry of the log, or the one before the last.
   * @param {string} [number]
   */
  async begin(number = "") {
    const { state, board } = this.table;
    if (!board || !state.drawing || !(await this.load())) return;
    board.clear();
    const { moments = {}, last = 0 } = this.replay ?? {};
    this.show(moments[number] ?? last - 1);
  }

  /** One step back; from the game itself, to the moment before the last. */
  async back() {
    if (this.at < 0) await this.begin();
    else this.show(this.at - 1);
  }

  /** One step on; from the last moment, to the game itself. */
  on() {
    if (this.at >= (this.replay?.last ?? 0)) this.end();
    else if (this.at >= 0) this.show(this.at + 1);
  }

  /** Load the replay up to now; false if there is none, or news came meanwhile. */
  async load() {
    const { state } = this.table;
    const now = state.number;
    if (this.known === now) return true;
    const invited = page.invitation ? `&invitation=${encodeURIComponent(page.invitation)}` : "";
    const address = `/table/${page.table}/replay.json?lang=${page.lang}&seat=${state.seat ?? 0}${invited}`;
    const replay = await Replay.load(address);
    if (!replay) return false;
    this.replay = replay;
    this.known = now;
    return state.number === now;
  }

  /** @param {number} moment */
  show(moment) {
    const { state, board } = this.table;
    const { replay } = this;
    if (!board || !replay) return;
    const { last, moments } = replay;
    this.at = Math.max(0, Math.min(last, moment));
    state.isActive = false;
    drawLive(board.root, replay.picture(this.at));
    this.table.plugin.onRender?.(replay.facts[this.at] ?? null);
    get("table").classList.add("past");
    this.bar.hidden = false;
    const where = get("back-where");
    where.textContent = (where.dataset.text ?? "").replace("#", String(this.at)).replace("$", String(last));
    get("back-words").textContent = replay.words[this.at];
    this.bar.classList.remove("unfolded");
    this.table.showRest();
    board.name(where.textContent ?? "");
    this.enable(this.at > 0, true);
    this.mark((number) => moments[number] === this.at);
  }

  /**
   * Return to the present position.
   * @param {boolean} isDrawn false if news will draw it
   */
  end(isDrawn = true) {
    const { state, board, isMine } = this.table;
    if (this.at < 0) return;
    this.at = -1;
    this.bar.hidden = true;
    this.table.showRest();
    get("table").classList.remove("past");
    this.mark(() => false);
    this.enable(true, false);
    if (!isDrawn) return;
    state.isActive = isMine;
    board?.preview(null);
    board?.name(state.drawing?.title ?? "");
    takeFocus(get("look-back"));
  }

  /**
   * @param {boolean} hasEarlier
   * @param {boolean} hasLater
   */
  enable(hasEarlier, hasLater) {
    /** @type {HTMLButtonElement} */ (get("look-back")).disabled = !hasEarlier;
    /** @type {HTMLButtonElement} */ (get("look-on")).disabled = !hasLater;
  }

  /**
   * Mark the log's entry of the moment shown.
   * @param {(number: string) => boolean} isShown
   */
  mark(isShown) {
    const items = /** @type {HTMLElement[]} */ ([...get("log").children]);
    for (const item of items) item.classList.toggle("shown", isShown(item.dataset.number ?? ""));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.at < 0 || event.ctrlKey || event.metaKey || event.altKey || isIn(event, "input, select, textarea")) return;
    const doing = actionOf(event, {
      earlier: () => this.show(this.at - 1),
      later: () => this.on(),
      first: () => this.show(0),
      last: () => this.show(this.replay?.last ?? 0),
      clear: () => this.end(),
    });
    if (!doing) return;
    event.preventDefault();
    event.stopPropagation();
    doing();
  }
}
