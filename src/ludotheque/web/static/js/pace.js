// The pace at which a table's page shows what others do: calm, brisk or at once, as its reader has chosen, with a caption
// where it happens. A button, Escape or a tap on the board shows the rest at once.

import { Caption, stepsOf } from "./caption.js";
import { NewsQueue } from "./news_queue.js";
import { chosenPace, find, isIn, isKey } from "./site.js";

/** @import { TableView } from "./wire.js" */
/** @import { Table } from "./table.js" */

/**
 * The queue of a table's news.
 * @param {Table} table
 */
export function queueOf(table) {
  const caption = new Caption(table);
  const button = find("skip-news");
  const queue = new NewsQueue({
    show: (news) => {
      const before = table.state.number;
      table.showUnlessHeld(news);
      if (table.isSkipping || chosenPace() === "at_once" || news.number <= before) caption.hide();
      else if (!table.state.isLeaving) caption.show(news, before);
    },
    isNew: (news) => news.number > table.state.number,
    letters: (news) => lettersOf(news, table.state.number),
    pace: chosenPace,
    isHurried: () => isTicking(table.latest),
    onWaiting: (isWaiting) => {
      if (button) button.hidden = !isWaiting;
      table.showSince();
    },
  });
  const skip = () => {
    if (!queue.waiting.length) return;
    table.isSkipping = true;
    queue.skip();
    table.isSkipping = false;
  };
  button?.addEventListener("click", skip);
  document.addEventListener("keydown", (event) => {
    if (isKey(event, "skip") && !isIn(event, "input, select, textarea")) skip();
  });
  find("stage")?.addEventListener("click", skip);
  return queue;
}

/**
 * Whether a live clock of one's own runs: then the house does not wait for what is still being shown.
 * @param {TableView} news
 */
const isTicking = ({ terms, seats, own }) =>
  terms.clock === "live" && seats.some(({ seat, runs_in }) => runs_in !== null && own.includes(seat));

/**
 * How many letters of others' steps there are to read.
 * @param {TableView} news
 * @param {number} before
 */
function lettersOf(news, before) {
  const steps = stepsOf(news, before).filter(({ seat }) => !news.own.includes(seat));
  return steps.reduce((sum, { words }) => sum + words[0].length, 0);
}
