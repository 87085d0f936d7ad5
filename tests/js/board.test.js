// The board in a page: what is lit, what clicks and keys compose, and pictures that change in place.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { BOARD, drawing, openPage } from "./dom.js";

openPage("");
const { Board, drawLive } = await import("../../src/ludotheque/web/static/js/board.js");
const { defaults } = await import("../../src/ludotheque/web/static/js/state.js");

let document, state, board, heard;

beforeEach(() => {
  document = openPage(BOARD);
  heard = [];
  const tell = (what) => (given) => heard.push([what, given]);
  state = defaults();
  board = new Board(document.getElementById("table"), state, {
    text: (key, values) => `${key} ${JSON.stringify(values)}`,
    onComposed: tell("composed"),
    onDropped: tell("dropped"),
    onAgain: tell("again"),
    onPartial: () => heard.push(["partial"]),
    onCleared: () => heard.push(["cleared"]),
    onHover: tell("hover"),
    onIllegal: tell("illegal"),
    onRender: () => {},
  });
  board.set(drawing(), true);
});

const element = (id) => document.getElementById(id);
const lit = () => [...document.querySelectorAll(".lit")].map((one) => one.id);
const click = (id) => element(id).dispatchEvent(new Event("click", { bubbles: true }));
const key = (id, name) =>
  element(id).dispatchEvent(Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key: name }));

describe("choosing", () => {
  it("lights the piece first, then its places", () => {
    assert.deepEqual(lit(), ["m1"]);
    click("m1");
    assert.deepEqual(lit(), ["cell-b", "cell-c"]);
    assert.equal(element("m1").classList.contains("chosen"), true);
  });

  it("tells the steps once the path is whole", () => {
    click("m1");
    click("cell-c");
    assert.deepEqual(heard, [["partial"], ["composed", ["a-c"]]]);
  });

  it("lets a piece go that is chosen again, and asks for the step if it is whole", () => {
    click("m1");
    click("m1");
    assert.deepEqual(heard.at(-1), ["cleared"]);
    click("m1");
    click("cell-b");
    click("cell-b");
    assert.deepEqual(heard.at(-1), ["again", ["a-b"]]);
  });

  it("tells a try at what can't be chosen", () => {
    click("m2");
    assert.deepEqual(heard, [["illegal", "d"]]);
    click("m1");
    click("cell-a");
    assert.deepEqual(heard.at(-1), ["illegal", "a-a"]);
  });

  it("does nothing where it is not one's turn", () => {
    board.set(drawing(), false);
    click("m1");
    assert.deepEqual(heard, []);
    assert.deepEqual(lit(), []);
  });

  it("keeps what is chosen through news, if it still can be", () => {
    click("m1");
    board.set(drawing(), true);
    assert.deepEqual(state.chosen, ["m1"]);
    board.set(drawing({ elements: { m1: { name: "a" } } }), true);
    assert.deepEqual(state.chosen, []);
  });
});

describe("names for those who listen", () => {
  it("are what the only step would do, or how much can come of an element", () => {
    state.labels = { "a-b": "Marble to b.", "a-c": "Marble to c." };
    board.render();
    assert.equal(element("m1").getAttribute("aria-label"), 'moves {"name":"a","n":2}');
    click("m1");
    assert.equal(element("cell-c").getAttribute("aria-label"), "Marble to c.");
    assert.equal(element("m1").getAttribute("aria-pressed"), "true");
    assert.equal(element("m2").hasAttribute("tabindex"), false);
  });
});

describe("keys", () => {
  it("choose with Enter and space", () => {
    key("m1", "Enter");
    key("cell-b", " ");
    assert.deepEqual(heard.at(-1), ["composed", ["a-b"]]);
  });

  it("go to the nearest thing in the arrow's direction", () => {
    click("m1");
    assert.equal(board.nearest(element("cell-b"), [1, 0]).id, "cell-c");
    assert.equal(board.nearest(element("cell-b"), [-1, 0]).id, "m1");
    assert.equal(board.nearest(element("cell-b"), [0, 1]), null);
  });
});

describe("pictures", () => {
  const live = () => document.getElementById("live-board");

  it("change in place: the same element gets other attributes", () => {
    const marble = element("m1");
    drawLive(document, { board: { m1: '<circle id="m1" cx="9"/>' } });
    assert.equal(element("m1"), marble);
    assert.equal(marble.getAttribute("cx"), "9");
    assert.equal(marble.hasAttribute("data-at"), false);
  });

  it("lose what is gone, and have the rest in its order", () => {
    drawLive(document, { board: { m2: '<circle id="m2"/>', m3: '<circle id="m3"/>', m1: '<circle id="m1"/>' } });
    assert.deepEqual(
      [...live().children].map((one) => one.id),
      ["m2", "m3", "m1"],
    );
  });

  it("are drawn anew where an element becomes another kind", () => {
    drawLive(document, { board: { m1: '<rect id="m1"/>' } });
    assert.equal(element("m1").localName, "rect");
  });

  it("show a preview, and then the position again", () => {
    board.preview(drawing({ live: { board: { ghost: '<circle id="ghost"/>' } } }));
    assert.notEqual(element("ghost"), null);
    board.preview(null);
    assert.equal(element("ghost"), null);
    assert.notEqual(element("m1"), null);
  });

  it("let what is held stay under the finger", () => {
    element("m1").classList.add("dragged");
    element("m1").setAttribute("style", "translate: 3px");
    drawLive(document, { board: { m1: '<circle id="m1" class="marble last"/>' } });
    assert.equal(element("m1").classList.contains("dragged"), true);
    assert.equal(element("m1").getAttribute("style"), "translate: 3px");
  });
});
