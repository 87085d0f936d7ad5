// Composing a choice: previews, confirmation, and answers that come too late.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { BOARD, drawing, openPage, settle, wait } from "./dom.js";

openPage("");
const { Composer, SLOW } = await import("../../src/ludotheque/web/static/js/composer.js");
const { defaults } = await import("../../src/ludotheque/web/static/js/state.js");

const RESTED = 90; // milliseconds: a little more than a mouse rests before a preview is requested

let state, composer, host, answers;

/** The default preview of steps. */
const found = (more = {}) => ({ drawing: drawing(), words: "It moves.", mustConfirm: false, isPart: false, ...more });

beforeEach(() => {
  const document = openPage(BOARD);
  answers = { default: found() };
  const calls = { asked: [], played: [], described: [], refused: [], parts: [], announced: [] };
  host = {
    ...calls,
    text: (key) => key,
    ask: async (steps) => {
      calls.asked.push(steps.join(" "));
      return steps.join(" ") in answers ? answers[steps.join(" ")] : answers.default;
    },
    isPart: () => false,
    play: (steps) => calls.played.push(steps),
    refuse: (problem) => calls.refused.push(problem.text),
    mustAsk: () => true,
    describe: (words) => calls.described.push(words),
    announce: (words) => calls.announced.push(words),
    showOffer: () => {},
    onOffered: () => {},
    onCleared: () => {},
    onRender: () => {},
    onPart: (steps) => calls.parts.push(steps),
  };
  state = defaults();
  composer = new Composer(document.getElementById("table"), state, host);
  composer.reconcile(drawing(), true);
});

const choose = async (...ids) => {
  for (const id of ids) composer.board.choose(id);
  await settle();
};

describe("a choice that can be taken back", () => {
  it("is played as soon as it is complete", async () => {
    await choose("m1", "cell-b");
    assert.deepEqual(host.played, [["a-b"]]);
  });

  it("waits for confirmation if its preview does not come", async () => {
    answers.default = null;
    await choose("m1", "cell-b");
    assert.deepEqual([host.played, state.pending], [[], ["a-b"]]);
  });

  it("is refused with the server's explanation", async () => {
    answers.default = { error: "illegal", text: "It is blocked.", rule: null };
    await choose("m1", "cell-b");
    assert.deepEqual([host.played, host.refused], [[], ["It is blocked."]]);
  });
});

describe("a choice that must be confirmed", () => {
  beforeEach(() => {
    answers.default = found({ mustConfirm: true });
  });

  it("is previewed, and played by one more tap on it", async () => {
    await choose("m1", "cell-b");
    assert.deepEqual([host.played, state.pending, state.words], [[], ["a-b"], "It moves."]);
    await choose("cell-b");
    assert.deepEqual(host.played, [["a-b"]]);
    assert.equal(state.pending, null);
  });

  it("is played at once if confirming is switched off", async () => {
    host.mustAsk = () => false;
    await choose("m1", "cell-b");
    assert.deepEqual(host.played, [["a-b"]]);
  });

  it("stays pending through news that leave it legal", async () => {
    await choose("m1", "cell-b");
    composer.reconcile(drawing(), true, composer.composition, false);
    await settle();
    assert.deepEqual([host.played, state.pending], [[], ["a-b"]]);
  });

  it("is withdrawn when the board is cleared", async () => {
    await choose("m1", "cell-b");
    composer.board.clear();
    assert.deepEqual([state.pending, state.chosen, state.previewDrawing], [null, [], null]);
  });
});

describe("a tap of a finger", () => {
  it("previews a step first, as a resting mouse would", async () => {
    composer.previewsFirst = ["a-b"];
    state.isTouch = true;
    await choose("m1", "cell-b");
    assert.deepEqual([host.played, state.pending], [[], ["a-b"]]);
  });
});

describe("on a slow line", () => {
  let answer;
  beforeEach(() => {
    host.ask = () => new Promise((resolve) => (answer = resolve));
    state.labels = { "a-b": "The marble goes to b." };
  });
  const root = () => document.getElementById("table");

  it("the board shows at once what is chosen and that more is to come, and then the words it knows", async () => {
    await choose("m1", "cell-b");
    assert.ok(document.getElementById("cell-b").classList.contains("chosen"));
    assert.ok(root().classList.contains("awaiting"));
    await wait(SLOW + 30);
    assert.deepEqual([host.described.at(-1), state.isSlow, host.played], ["The marble goes to b.", true, []]);
    answer(found({ mustConfirm: true }));
    await settle();
    assert.deepEqual([host.described.at(-1), state.pending, state.awaited], ["It moves.", ["a-b"], null]);
    assert.ok(!root().classList.contains("awaiting"));
  });

  it("a confirmation before the preview is kept", async () => {
    await choose("m1", "cell-b");
    assert.equal(composer.confirm(), true);
    answer(found({ mustConfirm: true }));
    await settle();
    assert.deepEqual([host.played, state.pending], [[["a-b"]], null]);
  });

  it("one more tap before the preview confirms, and asks for nothing anew", async () => {
    await choose("m1", "cell-b");
    await choose("cell-b");
    assert.equal(state.isAgreed, true);
    answer(found({ mustConfirm: true }));
    await settle();
    assert.deepEqual(host.played, [["a-b"]]);
  });

  it("a confirmation is gone with the choice that it was for", async () => {
    await choose("m1", "cell-b");
    composer.confirm();
    composer.board.clear();
    answer(found({ mustConfirm: true }));
    await settle();
    assert.deepEqual([host.played, state.isAgreed, state.awaited], [[], false, null]);
  });

  it("a confirmation of what turns out to be illegal plays nothing", async () => {
    await choose("m1", "cell-b");
    composer.confirm();
    answer({ error: "illegal", text: "It is blocked.", rule: null });
    await settle();
    assert.deepEqual([host.played, host.refused], [[], ["It is blocked."]]);
  });
});

describe("a choice of several parts", () => {
  it("continues with the next part, and is played when it is complete", async () => {
    const card = { "card-x": { steps: ["show:x"], after: ["build"] } };
    const elements = { site: { steps: ["build:r"] }, ...card };
    const live = { board: { site: '<g id="site"/>', "card-x": '<g id="card-x"/>' } };
    composer.reconcile(drawing({ elements, live }), true);
    answers["build:r"] = found({ isPart: true, drawing: drawing({ elements, live }) });
    await choose("site");
    assert.deepEqual([state.prefix, host.parts, host.played], [["build:r"], [["build:r"]], []]);
    await choose("card-x");
    assert.deepEqual(host.played, [["build:r", "show:x"]]);
  });
});

describe("a cut", () => {
  const elements = { a: { name: "A", set: "split" }, b: { name: "B", set: "split" } };
  const cut = drawing({
    elements,
    sets: { split: "split:{chosen}|{rest}" },
    live: { board: { a: '<g id="a"/>', b: '<g id="b"/>' } },
  });

  it("always waits for confirmation, and is announced to screen readers only", async () => {
    answers.default = found({ drawing: cut });
    composer.reconcile(cut, true);
    await choose("b");
    assert.deepEqual([state.pending, host.announced, state.words], [["split:A|B"], ["It moves."], ""]);
  });
});

describe("a preview", () => {
  it("is requested once for the same steps", async () => {
    composer.onHover(["a-b"]);
    await wait(RESTED);
    await choose("m1", "cell-b");
    assert.deepEqual(host.asked, ["a-b"]);
  });

  it("that comes after the position has changed is dropped", async () => {
    let answer;
    host.ask = () => new Promise((resolve) => (answer = resolve));
    await choose("m1", "cell-b");
    composer.reconcile(drawing(), true);
    answer(found({ mustConfirm: true }));
    await settle();
    assert.deepEqual([host.played, state.pending, state.previewDrawing], [[], null, null]);
  });

  it("that comes after something else was chosen is dropped", async () => {
    const waiting = [];
    host.ask = () => new Promise((resolve) => waiting.push(resolve));
    await choose("m1", "cell-b");
    composer.board.clear();
    waiting[0](found());
    await settle();
    assert.deepEqual(host.played, []);
  });

  it("of a place under a resting mouse is shown, and removed when it leaves", async () => {
    composer.onHover(["a-b"]);
    await wait(RESTED);
    assert.equal(state.isHovering, true);
    assert.equal(host.described.at(-1), "It moves.");
    composer.onHover(null);
    assert.equal(state.isHovering, false);
    assert.equal(host.described.at(-1), "");
  });

  it("is not requested by a passing mouse", async () => {
    composer.onHover(["a-b"]);
    composer.onHover(null);
    await wait(RESTED);
    assert.deepEqual(host.asked, []);
  });
});

describe("a drop", () => {
  const more = { worker: { drag: ["send:2"] } };

  it("that can be extended waits for confirmation, any other is played", async () => {
    answers["send:1"] = found({ drawing: drawing({ elements: more }) });
    await composer.onDropped(["send:1"]);
    assert.deepEqual(state.pending, ["send:1"]);
    composer.board.clear();
    answers["send:1"] = found();
    composer.reconcile(drawing(), true);
    await composer.onDropped(["send:1"]);
    assert.deepEqual(host.played, [["send:1"]]);
  });
});

describe("an illegal attempt", () => {
  it("is explained in the server's words", async () => {
    answers.d = { error: "illegal", text: "That is not yours.", rule: "mabula/moves" };
    await composer.onIllegal("d", null);
    assert.deepEqual(host.refused, ["That is not yours."]);
  });
});

describe("a step in flight", () => {
  it("is not played a second time", async () => {
    state.inFlight = { steps: ["a-c"] };
    composer.play(["a-b"]);
    assert.deepEqual(host.played, []);
  });
});
