// Dragging: a press that moves far enough starts a drag, and its drop target is chosen.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { BOARD, drawing, openPage, pointer, settle } from "./dom.js";

openPage("");
const { Board } = await import("../../src/ludotheque/web/static/js/board.js");
const { defaults } = await import("../../src/ludotheque/web/static/js/state.js");

const FARM = {
  "to-place": { drag: ["field"], name: "" },
  "worker-1": { drag: ["send:1"], then: "send" },
  "cell-h8": { steps: ["field:h8"], name: "h8" },
  "cell-h9": { name: "h9" },
  "card-tiger": { drop: ["card"] },
};
const live = { board: Object.fromEntries(Object.keys(FARM).map((id) => [id, `<g id="${id}"/>`])) };

let document, state, board, heard, under;

function open(shown) {
  document = openPage(BOARD);
  document.elementsFromPoint = () => under;
  heard = [];
  under = [];
  state = defaults();
  const tell = (what) => (given) => {
    heard.push([what, given]);
  };
  board = new Board(document.getElementById("table"), state, {
    text: (key) => key,
    onComposed: tell("composed"),
    onDropped: tell("dropped"),
    onAgain: tell("again"),
    onPartial: tell("partial"),
    onCleared: tell("cleared"),
    onHover: tell("hover"),
    onIllegal: tell("illegal"),
    onRender: () => {},
  });
  board.set(shown, true);
}

const element = (id) => document.getElementById(id);

/** Press an element, move far enough, and release over another one. */
function drag(from, to, far = 30) {
  element(from).dispatchEvent(pointer("pointerdown"));
  under = to ? [element(to)] : [];
  window.dispatchEvent(pointer("pointermove", far, 0));
  window.dispatchEvent(pointer("pointerup", far, 0));
}

describe("a drag source", () => {
  beforeEach(() => open(drawing({ elements: FARM, live, attempt: "field:{}" })));

  it("composes the step that it and its target name", () => {
    drag("to-place", "cell-h8");
    assert.deepEqual(heard.at(-1), ["dropped", ["field:h8"]]);
    assert.deepEqual(state.chosen, ["cell-h8"]);
  });

  it("lights only its targets while it is dragged", () => {
    element("to-place").dispatchEvent(pointer("pointerdown"));
    window.dispatchEvent(pointer("pointermove", 30, 0));
    assert.deepEqual(
      [...document.querySelectorAll(".lit")].map((one) => one.id),
      ["cell-h8"],
    );
    assert.equal(element("to-place").classList.contains("lifted-off"), true);
    window.dispatchEvent(pointer("pointerup", 30, 0));
    assert.equal(state.held, null);
  });

  it("returns if it is dropped on no target", () => {
    drag("to-place", null);
    assert.deepEqual(heard, [["hover", null]]);
  });

  it("is explained on an illegal target", () => {
    drag("to-place", "cell-h9");
    assert.deepEqual(heard.at(-1), ["illegal", "field:h9"]);
  });

  it("is no illegal attempt if the board has none of its kind", () => {
    drag("worker-1", "cell-h9");
    assert.deepEqual(heard, [["hover", null]]);
  });

  it("stays a tap below the drag distance", () => {
    drag("to-place", "cell-h8", 5);
    assert.deepEqual(heard, []);
  });

  it("is released by Escape", () => {
    element("to-place").dispatchEvent(pointer("pointerdown"));
    window.dispatchEvent(pointer("pointermove", 30, 0));
    window.dispatchEvent(Object.assign(new Event("keydown"), { key: "Escape" }));
    assert.equal(state.held, null);
    under = [element("cell-h8")];
    window.dispatchEvent(pointer("pointerup", 30, 0));
    assert.deepEqual(heard, []);
  });

  it("ignores a second pointer and other buttons", () => {
    element("to-place").dispatchEvent(pointer("pointerdown", 0, 0, { button: 2 }));
    element("to-place").dispatchEvent(pointer("pointerdown", 0, 0, { isPrimary: false }));
    window.dispatchEvent(pointer("pointermove", 30, 0));
    assert.equal(state.held, null);
  });

  it("previews the drop", () => {
    element("to-place").dispatchEvent(pointer("pointerdown"));
    under = [element("cell-h8")];
    window.dispatchEvent(pointer("pointermove", 30, 0));
    assert.deepEqual(heard, [["hover", ["field:h8"]]]);
    window.dispatchEvent(pointer("pointercancel", 30, 0));
    assert.deepEqual(heard.at(-1), ["hover", null]);
  });
});

describe("a drop with a follow-up", () => {
  const before = { kitten: { drag: ["card:tiger", "send:1"], then: "send" }, card: { drop: ["card", "send"] } };
  const picture = { board: { kitten: '<g id="kitten"/>', card: '<g id="card"/>' } };

  it("composes the next step of its kind after the news", async () => {
    open(drawing({ elements: before, live: picture }));
    drag("kitten", "card");
    assert.deepEqual(heard.at(-1), ["dropped", ["card:tiger"]]);
    await settle();
    board.set(drawing({ elements: { ...before, kitten: { drag: ["send:1"] } }, live: picture }), true);
    board.drag.continueAfterDrop();
    assert.deepEqual(heard.at(-1), ["dropped", ["send:1"]]);
  });

  it("waits while the position is unchanged", async () => {
    open(drawing({ elements: before, live: picture }));
    drag("kitten", "card");
    const { length } = heard;
    board.set(drawing({ elements: before, live: picture }), true);
    board.drag.continueAfterDrop();
    assert.equal(heard.length, length);
    assert.notEqual(state.dropped, null);
  });
});

describe("a piece of the picture", () => {
  beforeEach(() => open(drawing()));

  it("is chosen when it is lifted, and its target when it is dropped", () => {
    drag("m1", "cell-c");
    assert.deepEqual(heard.at(-1), ["composed", ["a-c"]]);
  });

  it("is explained on an illegal target", () => {
    drag("m1", "cell-a");
    assert.deepEqual(heard.at(-1), ["illegal", "a-a"]);
  });

  it("is not lifted if it can't move", () => {
    drag("m2", "cell-c");
    assert.deepEqual(heard, []);
  });

  it("ignores the click that ends a drag", () => {
    drag("m1", "cell-c");
    const { length } = heard;
    element("cell-c").dispatchEvent(new Event("click", { bubbles: true }));
    assert.equal(heard.length, length);
  });
});
