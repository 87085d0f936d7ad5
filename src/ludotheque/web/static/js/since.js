// What others did since one's own last move, player by player: as the house tells it, in a sheet over the page.

import { get, text } from "./site.js";
import { page } from "./table.js";

/** @import { Table } from "./table.js" */

/**
 * Fill the sheet with what the house tells.
 * @param {Table} table
 */
export async function fillSheet(table) {
  const place = get("since-told");
  const asked = new URLSearchParams({ seat: String(table.state.seat ?? 0) });
  if (page.invitation) asked.set("invitation", page.invitation);
  const answer = await fetch(`/table/${page.table}/since?${asked}`).catch(() => null);
  const found = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const lines = found?.getElementById("since-lines");
  if (lines) place.replaceChildren(document.importNode(lines, true));
  else place.textContent = text("away");
  get("step-through").onclick = () => stepThrough(table);
}

/**
 * Step through it on the board, from one's own last move on.
 * @param {Table} table
 */
async function stepThrough(table) {
  const { since } = table.news;
  const first = since?.entries[0];
  if (first === undefined) return;
  (await import("./sheet.js")).closeSheet();
  await (await table.loadHistory())?.begin(String(first));
}
