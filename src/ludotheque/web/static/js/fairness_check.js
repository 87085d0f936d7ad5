// The check of a game's chance in this browser: its record, computed again and compared with this browser's receipt.

import { sha256, verify } from "./fair.mjs";
import { Receipt } from "./receipt.js";

/** @import { Verdict } from "./fair.mjs" */
/** @import { TableView } from "./wire.js" */

/**
 * @typedef {object} Check
 * @property {Receipt | null} receipt
 * @property {Verdict | null} verdict null: there is no record yet, or it can't be loaded
 */

/**
 * Check a game, after noting what its end revealed.
 * @param {string} table
 * @param {string} invited the query with the invitation, or ""
 * @param {TableView["stage"]} stage
 * @returns {Promise<Check>}
 */
export async function checkGame(table, invited, stage) {
  const receipt = Receipt.find(table);
  if (stage === "open") return { receipt, verdict: null };
  if (receipt && stage === "over") await catchUp(receipt, invited);
  const answer = await fetch(`/table/${table}/record${invited}`).catch(() => null);
  const verdict = answer?.ok ? await verify(await answer.text(), receipt && exported(receipt)) : null;
  return { receipt, verdict };
}

/**
 * Note what was secret when it was told and is shown by now, and what was taken back while the page was closed. What this
 * browser was not told at all during the game is left out, entries and the end: of that, the receipt knows nothing.
 * @param {Receipt} receipt
 * @param {string} invited
 */
async function catchUp(receipt, invited) {
  const { number, told, ending = null } = receipt.stored;
  if (!told.length) return;
  const answer = await fetch(`/api/tables/${receipt.table}${invited}`).catch(() => null);
  if (!answer?.ok) return;
  /** @type {TableView} */
  const news = await answer.json();
  const known = new Set(told.map((one) => one.number));
  receipt.hear({ ...news, number, entries: news.entries.filter((one) => known.has(one.number)) });
  if (ending) return;
  receipt.stored.ending = null;
  receipt.save();
}

/**
 * A receipt as docs/fairness.md writes it.
 * @param {Receipt} receipt
 */
export const exported = (receipt) => receipt.exported((text) => sha256(new TextEncoder().encode(text)));
