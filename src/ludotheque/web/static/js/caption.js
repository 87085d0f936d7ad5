// A caption says what others have just done, where they did it: beside the elements that mark the last step.
// It lies over the page, takes no click, and stays in sight between the bars of a phone.

import { find, get } from "./site.js";
import { isPlayed } from "./table.js";

/** @import { TableView, ToldStep } from "./wire.js" */
/** @import { Table } from "./table.js" */

const MOST = 3; // steps in one caption
const STAYS = 2500; // milliseconds after the last of them
const GAP = 8; // pixels

export class Caption {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.place = emptyPlace();
    this.timer = 0;
    find("table")?.append(this.place); // a table that has not begun has none
    addEventListener("scroll", () => this.hide(), { passive: true });
  }

  /**
   * Say what news have brought, or nothing if it was all one's own.
   * @param {TableView} news
   * @param {number} before the last entry shown before
   */
  show(news, before) {
    const steps = stepsOf(news, before).filter(({ seat }) => !news.own.includes(seat));
    const at = this.where(news);
    this.hide();
    if (!steps.length || !at) return;
    const old = this.place;
    this.place = emptyPlace(); // another one appears elsewhere: what is read does not jump away
    this.place.append(...steps.slice(-MOST).map((step) => this.line(step)));
    this.place.classList.add("shown");
    old.replaceWith(this.place);
    this.put(at);
    this.timer = Number(setTimeout(() => this.hide(), STAYS));
  }

  hide() {
    clearTimeout(this.timer);
    this.place.classList.remove("shown");
  }

  /** @param {ToldStep} step */
  line({ seat, words }) {
    const line = document.createElement("p");
    const mark = document.createElement("span");
    mark.className = `seat-mark seat-${seat} ${get("table").dataset.game}-mark`;
    line.append(mark, words[0]);
    return line;
  }

  /**
   * The place of the last step, else the strip of whoever made it: the first that is painted.
   * @param {TableView} news
   * @returns {DOMRect | null}
   */
  where(news) {
    const last = (news.drawing?.last ?? []).map((id) => this.table.board?.element(id));
    const seat = news.entries.findLast(isPlayed)?.seat;
    for (const one of [...last, find(`strip-${seat}`)]) {
      const box = one?.getBoundingClientRect();
      if (box?.width) return box;
    }
    return null;
  }

  /**
   * Below a place, or above it where there is more room; always in sight.
   * @param {DOMRect} at
   */
  put(at) {
    const { width, height } = this.place.getBoundingClientRect();
    const [top, bottom] = free();
    const below = at.bottom + GAP;
    const y = below + height <= bottom ? below : at.top - GAP - height;
    const x = at.left + at.width / 2 - width / 2;
    const { style } = this.place;
    style.left = `${within(x, GAP, document.documentElement.clientWidth - width - GAP)}px`;
    style.top = `${within(y, top, bottom - height)}px`;
  }
}

function emptyPlace() {
  const place = document.createElement("div");
  place.className = "told-here";
  place.ariaHidden = "true"; // the log says it to whoever listens
  return place;
}

/** The page's part between the bars that stay at its top and bottom: from where to where. */
function free() {
  const prompt = get("prompt").getBoundingClientRect();
  const tools = get("tools").getBoundingClientRect();
  const isBar = tools.bottom >= innerHeight && tools.width >= innerWidth;
  return [Math.max(0, prompt.top <= 60 ? prompt.bottom : 0) + GAP, (isBar ? tools.top : innerHeight) - GAP];
}

/**
 * @param {number} number
 * @param {number} least
 * @param {number} most
 */
const within = (number, least, most) => Math.max(least, Math.min(number, most));

/**
 * The steps that news have brought, in words.
 * @param {TableView} news
 * @param {number} before
 */
export function stepsOf(news, before) {
  const fresh = news.entries.filter(isPlayed).filter((one) => one.number > before && !one.withdrawn);
  return fresh.flatMap((one) => (one.kind === "play" && one.told) || []);
}
