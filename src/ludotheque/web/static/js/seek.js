// A search for opponents, on whatever page its person is: how long it lasts stands in the header; when somebody is
// found the page asks, or on the page that waits comes by itself while it is in sight. The house says what is shown.

import { callAttention, find, get, seam, store, stored } from "./site.js";
import { Connection } from "./socket.js";

/** @import { Outgoing, SeekMessage } from "./wire.js" */

export const LOOKS = "ludotheque.looks"; // this browser's person looks for somebody: every page follows the search
const PAGE = "/find";
const TICK = 500; // milliseconds

export class Search {
  /** @param {(hooks: import("./socket.js").ConnectionHooks) => Pick<Connection, "send">} [connect] */
  constructor(connect = (hooks) => new Connection(hooks)) {
    /** @type {SeekMessage | null} as it was heard last */
    this.seek = null;
    this.heardAt = 0;
    this.isComing = false; // from this page
    this.isWaiting = location.pathname === PAGE; // the page that waits for somebody
    this.shown = find("seek") ? "waiting" : ""; // what the card in the page says
    this.connection = connect({
      onOpen: () => this.connection.send({ kind: "follow_seek", ref: "seek" }),
      onLost: () => {},
      onMessage: (message) => this.hear(message),
    });
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("visibilitychange", () => this.comeIfSeen());
    setInterval(() => this.showTime(), TICK);
  }

  /** @param {Outgoing} message */
  hear(message) {
    if (message.kind === "error" && message.ref === "seek") store(LOOKS, ""); // logged out
    if (message.kind !== "seek") return;
    const before = this.seek;
    this.seek = message;
    this.heardAt = performance.now();
    store(LOOKS, message.stage === "none" ? "" : "yes");
    if (message.stage === "seated") return this.goTo(message);
    this.showChip();
    if (message.stage === "none") return this.end(before);
    this.comeIfSeen();
    this.showCard();
    if (message.stage === "found" && before?.stage !== "found") this.call();
    if (message.stage === "waiting") this.isComing = false;
  }

  /** All have come: the page that waits, or from which its reader came, goes to the table. @param {SeekMessage} seek */
  goTo({ table }) {
    const address = `/table/${table}`;
    if (location.pathname === address) return this.showChip();
    if (this.isWaiting || this.isComing) location.assign(address);
    else this.removeCard();
  }

  /** The search is over, by this page, another one or the house. @param {SeekMessage | null} before */
  end(before) {
    if (this.isWaiting) location.replace(before?.game ? `${PAGE}/${before.game}?ended=true` : "/");
    else this.removeCard();
  }

  /** Whoever waits on the page for it comes at once, if they see the page; anybody else is asked. */
  comeIfSeen() {
    const { seek } = this;
    if (this.isWaiting && !document.hidden && seek?.stage === "found" && !seek.party?.has_come) this.come();
  }

  come() {
    this.isComing = true;
    this.connection.send({ kind: "come" });
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const what = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value;
    if (!form.closest("#seek") || (what !== "come" && what !== "stop")) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // no form of the table that this page shows
    if (what === "come") this.come();
    else fetch("/api/me/seek", { method: "DELETE" }).catch(() => {});
  }

  /** A sound, the tab and a notification: who waits may look elsewhere. */
  async call() {
    const { found = "" } = get("seeking").dataset;
    callAttention(document.hidden, found, PAGE);
    const { sound } = await import("./sound.js");
    sound("turn");
  }

  // ---- what is shown

  showChip() {
    const { stage = "none" } = this.seek ?? {};
    const chip = get("seeking");
    chip.hidden = this.isWaiting || (stage !== "waiting" && stage !== "found");
    chip.classList.toggle("found", stage === "found");
    this.showTime();
  }

  /** The seconds of the wait, and those that are left to come. */
  showTime() {
    const { seek } = this;
    if (!seek) return;
    const gone = (performance.now() - this.heardAt) / 1000;
    const waited = clock(seek.waited + gone);
    const time = get("seeking").querySelector("b");
    if (time) time.textContent = waited;
    const [place] = document.querySelectorAll("#seek [data-waited]");
    if (place) place.textContent = waited;
    const [left] = document.querySelectorAll("#seek [data-left]");
    if (left && seek.party) left.textContent = String(Math.max(0, Math.ceil(seek.party.left - gone)));
  }

  /** Show the house's card anew when it would say something else; on other pages only if somebody is found. */
  async showCard() {
    const { seek } = this;
    if (!seek) return;
    const { stage, others, party } = seek;
    const says = [stage, others, party?.people, party?.come, party?.has_come].join();
    if (says === this.shown) return;
    this.shown = says;
    if (!this.isWaiting && stage !== "found") return this.removeCard();
    const answer = await fetch(PAGE).catch(() => null);
    const fresh = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const card = fresh?.getElementById("seek");
    if (card && says === this.shown) this.place(/** @type {HTMLElement} */ (document.importNode(card, true)));
  }

  /** @param {HTMLElement} card */
  place(card) {
    const old = find("seek");
    if (old) old.replaceWith(card);
    else (find("asides") ?? document.body).append(card);
    card.classList.toggle("over-page", !this.isWaiting && !find("asides"));
    this.showTime();
  }

  removeCard() {
    if (!this.isWaiting) find("seek")?.remove();
  }
}

/** @param {number} seconds */
function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Follow the search of this page's reader, if they look for somebody. */
export function follow() {
  const both = /** @type {HTMLButtonElement | null} */ (find("find-and-play"));
  if (both) both.hidden = false;
  both?.form?.addEventListener("submit", () => store(LOOKS, "yes")); // the next page may be a table against bots
  if (find("seeking") && (find("seek") || stored(LOOKS))) seam.search = new Search();
}
