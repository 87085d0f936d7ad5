// Acts at a table other than playing: take-backs, requests and answers, resigning, chat, hints.

import { placeHint } from "./hint_place.js";
import { field, find, get, text, toast } from "./site.js";
import { selectFromStep } from "./state.js";
import { page } from "./table.js";

/** @import { DoneMessage, Incoming } from "./wire.js" */
/** @import { Table } from "./table.js" */

const HINT_PATIENCE = 40_000; // milliseconds: a bot thinks for a second, and may have to wait for its turn

export class Acts {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The table and the seat of each command. */
  get at() {
    return { table: page.table, seat: this.table.state.seat };
  }

  /**
   * Send a command. A refusal is shown beside `element`.
   * @param {Incoming} command
   * @param {HTMLElement | null} element
   * @returns {Promise<DoneMessage | null>}
   */
  async send(command, element) {
    const reply = await this.table.connection.request(command);
    if (reply?.kind === "done") return reply;
    if (reply?.kind === "error") this.table.refuse(reply, element);
    else toast(text("away"));
    return null;
  }

  /** Take my last steps back, or request it if bots would grant that at once. */
  async takeBack() {
    const { table } = this;
    const reply = table.news.can.take_back ? await table.connection.request({ kind: "take_back", ...this.at }) : null;
    const { ask_back, is_granted } = table.news.can; // may have changed meanwhile
    const button = find("take-back");
    if (reply?.kind === "done") return;
    if (is_granted) await this.send({ kind: "ask", what: "back", entry: ask_back, ...this.at }, button);
    else if (reply?.kind === "error") table.refuse(reply, button);
    else toast(text("away"));
  }

  /**
   * Send the command of a form's button.
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   */
  async press(form, button) {
    const command = this.commandOf(button.value, form);
    const done = command && (await this.send(command, button));
    if (done) form.closest("details")?.removeAttribute("open");
    form.closest("#sure")?.dispatchEvent(new Event("close"));
  }

  /**
   * @param {string} what
   * @param {HTMLFormElement} form
   * @returns {Incoming | null}
   */
  commandOf(what, form) {
    const { table } = page;
    if (what === "agree" || what === "refuse") {
      return { kind: "answer", ask: Number(field(form, "number").value), agrees: what === "agree", ...this.at };
    }
    if (what === "ask") return { kind: "ask", what: "back", ...this.at };
    if (what === "end") return { kind: "ask", what: "end", ...this.at };
    if (what === "resign") return { kind: "resign", ...this.at };
    if (what === "cancel") return { kind: "cancel", table };
    return what === "wake" ? { kind: "wake", table } : null;
  }

  /**
   * Send a chat message.
   * @param {HTMLInputElement} words
   */
  async talk(words) {
    const said = words.value.trim();
    if (!said) return;
    const done = await this.send({ kind: "talk", table: page.table, text: said }, words);
    if (!done) return;
    words.value = "";
    this.table.loadMessages(done.number);
  }

  /**
   * Send a quick reaction.
   * @param {HTMLButtonElement} button
   */
  async react(button) {
    const { react } = await import("./chat.js");
    const number = await react(this.table.connection, page.table, button);
    if (number) this.table.loadMessages(number);
  }

  /** Show a bot's choice, and its reasons. */
  async hint() {
    const { table } = this;
    const { composer, state } = table;
    if (!composer) return;
    table.describe(text("hint_asked", { who: get("hint-said").dataset.who ?? "" }));
    const hint = await table.connection.request({ kind: "hint", lang: page.lang, ...this.at }, HINT_PATIENCE);
    if (hint?.kind !== "hint") {
      table.describe("");
      if (hint?.kind === "error") table.refuse(hint, find("hint"));
      else toast(text("away"));
      return;
    }
    if (hint.number !== state.number) return;
    const found = await composer.loadPreview(hint.steps);
    if (hint.number !== state.number || state.inFlight) return; // the table has changed meanwhile
    selectFromStep(state, hint.steps[0]);
    if (found && "drawing" in found) {
      state.previewDrawing = found.drawing;
      composer.board.preview(found.drawing);
    }
    composer.offer(hint.steps, hint.words.join(" "));
    get("hint-why").textContent = hint.reason.join(" ");
    get("hint-said").hidden = !hint.reason.length;
    if (hint.reason.length) this.placeReason(composer.board);
  }

  /**
   * Keep the reason off what it speaks of.
   * @param {import("./board.js").Board} board
   */
  placeReason(board) {
    const chosen = this.table.state.chosen.map((id) => board.element(id)).filter((one) => one !== null);
    const shown = [...board.root.querySelectorAll("[id^='preview'], .ghost")];
    placeHint(get("asides"), chosen, shown, get("prompt"));
  }
}
