// What is heard at a table besides its steps: the answers to a request, and why the board went back.

import { text } from "./site.js";

/** @import { RemarkView } from "./wire.js" */

/**
 * Remarks in words, the oldest first.
 * @param {RemarkView[]} remarks
 * @param {(seat: number | null) => string} nameOf
 */
export const inWords = (remarks, nameOf) => remarks.map((one) => sentence(one, nameOf(one.seat))).join(" ");

/**
 * @param {RemarkView} remark
 * @param {string} who
 */
function sentence({ kind, many, words }, who) {
  if (kind !== "took_back") return text(`heard_${kind}`, { who });
  if (!words.length) return text("heard_secret_back", { who });
  const values = { who, n: many, words: words.join(" ") };
  return text(many > 1 ? "heard_many_back" : "heard_back", values);
}
