// A table's page: the messages it sends, and reconnecting.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BOARD, drawing, openPage, settle } from "./dom.js";

const RIGHTS = { take_back: null, ask_back: null, is_granted: false, ask_end: true, resign: true, cancel: false };
const SEAT = { seat: 1, is_waited_for: true, is_quick: false, left: null, runs_in: null, warnings: [] };
const NEWS = {
  kind: "table",
  ref: null,
  table: "t",
  number: 7,
  stage: "playing",
  own: [1],
  seat: 1,
  seats: [SEAT],
  waited_for: [1],
  legal: ["a-b", "a-c"],
  parts: {},
  entries: [],
  fair: { commitments: [], places: [], secrets: [], seats: [] },
  terms: { game: "mabula", rules: 1, players: 1, options: {}, header: {} },
  ask: null,
  remarks: [],
  since: null,
  bots: [],
  is_compiling: false,
  compiled: 100,
  messages: 0,
  rematch: null,
  prompt: "Your move: choose a marble.",
  can: { ...RIGHTS, hint: true, talk: false },
};
const PAGE = {
  table: "t",
  game: "mabula",
  stage: "playing",
  lang: "en",
  invitation: null,
  seat: 1,
  own: [1],
  number: 7,
  messages: 0,
  is_public: false,
  is_asked: false,
  has_secrets: false,
  news: NEWS,
  drawing: drawing(),
  printed: {},
  explained: {},
  texts: {
    heard_refused: "{who} would rather not.",
    heard_back: "{who} took back: {words}",
    heard_many_back: "{who} took back {n}: {words}",
    heard_secret_back: "{who} chooses again.",
  },
};
const IDS = ["prompt", "prompt-text", "actions", "log", "announce", "hint-said", "warming", "toast", "bubble", "main"];

const sockets = [];
class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor() {
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tell(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const document = openPage(`
  ${BOARD} ${IDS.map((id) => `<div id="${id}"></div>`).join("")} <link id="icon" href="quiet" data-waiting="turn">
  <div id="strip-1"><b class="name">Ada</b><i class="clock"></i><i class="score"></i></div>
  <form id="asked" method="post"><input name="number" value="9"><p></p></form><p id="asking"></p>
  <script type="application/json" id="page">${JSON.stringify(PAGE)}</script>`);
globalThis.WebSocket = FakeSocket;
globalThis.setInterval = () => 0;
globalThis.history = { replaceState: () => {} };
const { page, plugIn, table } = await import("../../src/ludotheque/web/static/js/table.js");
const { Acts } = await import("../../src/ludotheque/web/static/js/acts.js");
for (const name of ["log", "pace"]) await import(`../../src/ludotheque/web/static/js/${name}.js`); // on first use
const { state, board } = table;
board.set(drawing(), true);

const last = () => sockets.at(-1).sent.at(-1);
const show = async (news) => {
  sockets.at(-1).tell({ ...NEWS, drawing: drawing(), ...news });
  await settle();
};

describe("a table's page", { concurrency: false }, () => {
  it("watches from the last entry that it shows", () => {
    sockets[0].open();
    const { kind, after, seat } = last();
    assert.deepEqual([kind, after, seat], ["watch", 0, 1]); // its receipt has nothing yet
  });

  it("shows news, and continues from them after reconnecting", async () => {
    await show({ number: 9, prompt: "Wait. Bo moves.", waited_for: [2] });
    assert.equal(document.getElementById("prompt-text").textContent, "Wait. Bo moves.");
    assert.equal(state.isActive, false);
    sockets[0].onclose();
    table.connection.open();
    sockets[1].open();
    assert.equal(last().after, 9);
  });

  it("sends steps with the last entry seen, and retries under the same id", async () => {
    await show({ number: 10 });
    table.composer.play(["a-b"]);
    const first = last();
    assert.deepEqual([first.kind, first.steps, first.seen, first.seat], ["play", ["a-b"], 10, 1]);
    sockets.at(-1).onclose();
    table.connection.open();
    sockets.at(-1).open();
    assert.deepEqual(
      sockets.at(-1).sent.map((one) => one.kind),
      ["watch", "play"],
    );
    assert.equal(last().id, first.id);
  });

  it("lights nothing between the answer and its news", async () => {
    const { ref, id } = last();
    sockets.at(-1).tell({ kind: "answer", ref, id, table: "t", ok: true, number: 11 });
    await settle();
    assert.notEqual(state.inFlight, null);
    await show({ number: 11 });
    assert.equal(state.inFlight, null);
  });

  it("keeps the composition only if news leave it legal", async () => {
    board.choose("m1");
    await show({ number: 11, messages: 0 });
    assert.deepEqual(state.chosen, ["m1"]);
    await show({ number: 12, drawing: drawing({ elements: {} }), legal: [] });
    assert.deepEqual(state.chosen, []);
  });

  it("lets the game's plugin hold news back", async () => {
    const held = [];
    plugIn(() => ({ holdNews: (news) => held.push(news.number) > 0 }));
    await show({ number: 13 });
    assert.deepEqual([held, state.number], [[13], 12]);
    table.plugin = {};
    table.show({ ...NEWS, drawing: drawing(), number: 13 });
    assert.equal(state.number, 13);
  });

  it("says who answered and why the board went back, once", async () => {
    const seat = 1; // whose name the page knows
    await import("../../src/ludotheque/web/static/js/remarks.js"); // loaded on first use
    const toast = document.getElementById("toast");
    toast.textContent = "";
    const refused = { number: 14, kind: "refused", seat, asker: 2, what: "end", many: 0, words: [] };
    const back = { number: 14, kind: "took_back", seat, asker: null, what: null, many: 1, words: ["A to b."] };
    await show({ number: 14, remarks: [refused, back] });
    await settle();
    assert.equal(toast.textContent, "Ada would rather not. Ada took back: A to b.");
    toast.textContent = "";
    await show({ number: 15, remarks: [refused] }); // sent again after a reconnection
    await settle();
    assert.equal(toast.textContent, "");
    await show({ number: 16, remarks: [{ ...back, number: 16, many: 3 }] });
    await settle();
    assert.equal(toast.textContent, "Ada took back 3: A to b.");
    await show({ number: 17, remarks: [{ ...back, number: 17, words: [] }] });
    await settle();
    assert.ok(toast.textContent.endsWith("Ada chooses again."));
  });

  it("sends the command of a form's button", () => {
    const acts = new Acts(table);
    const form = document.getElementById("asked");
    form.elements = { namedItem: (name) => form.querySelector(`[name=${name}]`) }; // which this page lacks
    const at = { table: page.table, seat: 1 };
    assert.deepEqual(acts.commandOf("agree", form), { kind: "answer", ask: 9, agrees: true, ...at });
    assert.deepEqual(acts.commandOf("refuse", form), { kind: "answer", ask: 9, agrees: false, ...at });
    assert.deepEqual(acts.commandOf("ask", form), { kind: "ask", what: "back", ...at });
    assert.deepEqual(acts.commandOf("end", form), { kind: "ask", what: "end", ...at });
    assert.deepEqual(acts.commandOf("cancel", form), { kind: "cancel", table: "t" });
    assert.equal(acts.commandOf("dance", form), null);
  });
});
