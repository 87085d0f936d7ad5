// The chat of a table: new messages are appended to the list, and noticed: a toast, a sound, a reaction at its strip.

import { find, text, toast } from "./site.js";

/** @import { Heard } from "./wire.js" */

const SHORT = 80; // letters of a message in a toast
const SHOWN = 7000; // milliseconds for which a reaction stays at its player's strip

export class Chat {
  /**
   * @param {HTMLElement} list
   * @param {{ table: string, own: number[], lang: string }} page
   * @param {number} last the number of the last message in the list
   */
  constructor(list, page, last) {
    this.list = list;
    this.page = page;
    this.last = last;
    this.asked = last; // for which messages the house was asked
  }

  /**
   * Load the messages after the last one, if `newest` is later.
   * @param {number} newest
   */
  async loadUntil(newest) {
    if (newest <= Math.max(this.last, this.asked)) return;
    this.asked = newest;
    const { table, lang } = this.page;
    const answer = await fetch(`/api/tables/${table}/messages?after=${this.last}&lang=${lang}`).catch(() => null);
    if (!answer?.ok) {
      this.asked = this.last;
      return;
    }
    /** @type {Heard[]} */
    const messages = await answer.json();
    const fresh = messages.filter(({ number }) => number > this.last);
    for (const message of fresh) this.add(message);
    this.list.scrollTop = this.list.scrollHeight;
    this.notice(fresh);
  }

  /** @param {Heard} message */
  add({ number, person, is_guest, seat, reaction, text: said }) {
    this.last = number;
    const item = document.createElement("li");
    item.dataset.number = String(number);
    item.classList.toggle("reacted", reaction !== null);
    const face = find(`strip-${seat}`)?.querySelector(".face")?.cloneNode(true);
    const words = document.createElement("span");
    const name = document.createElement("b");
    name.textContent = person;
    if (is_guest) words.append(name, ` (${text("guest")}) ${said}`);
    else words.append(name, ` ${said}`);
    item.append(...(face ? [face] : []), words);
    this.list.append(item);
  }

  /**
   * Let what others have said just now be noticed, unless the reader has the messages open.
   * @param {Heard[]} messages
   */
  notice(messages) {
    for (const one of messages) if (one.reaction) showReaction(one);
    const others = messages.filter(({ seat }) => seat === null || !this.page.own.includes(seat));
    const latest = others.at(-1);
    if (!latest) return;
    import("./sound.js").then(({ sound }) => sound("message")).catch(() => {});
    const sheet = find("talk");
    if (sheet?.classList.contains("open") && !document.hidden) return;
    toast(text("said", { who: latest.person, words: cut(latest.text) }));
  }
}

/** @param {string} words */
const cut = (words) => (words.length > SHORT ? `${words.slice(0, SHORT - 1)}…` : words);

/**
 * Show a reaction at the strip of whoever said it, for some seconds. The toast tells screen readers.
 * @param {Heard} message
 */
function showReaction({ seat, text: words }) {
  const strip = find(`strip-${seat}`);
  if (!strip) return;
  strip.querySelector(".reaction")?.remove();
  const bubble = document.createElement("span");
  bubble.className = "reaction";
  bubble.ariaHidden = "true";
  bubble.textContent = words;
  strip.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN);
}

/**
 * Send a quick reaction by the button that names it; the answer's number is that of its message.
 * @param {{ request: import("./socket.js").Connection["request"] }} connection
 * @param {string} table
 * @param {HTMLButtonElement} button
 * @returns {Promise<number | null>}
 */
export async function react(connection, table, button) {
  const reaction = /** @type {import("./wire.js").ReactCommand["reaction"]} */ (button.value);
  const reply = await connection.request({ kind: "react", table, reaction });
  if (reply?.kind === "done") return reply.number;
  toast(reply?.kind === "error" ? reply.text : text("away"));
  return null;
}
