// Choosing elements and composing steps, without any picture.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  attemptAt,
  candidates,
  canExtend,
  choose,
  completeSteps,
  defaults,
  isIllegalAttempt,
  isLit,
  isPart,
  isSecond,
  readElements,
  readPreview,
  selectFromStep,
  stepsWith,
  targetStep,
  togglePartition,
  withPrefix,
} from "../../src/ludotheque/web/static/js/state.js";
import { drawing } from "./dom.js";

/** A state with these elements. */
function stateOf(elements, more = {}) {
  const state = defaults({ isActive: true, ...more });
  readElements(state, elements);
  return state;
}

const MARBLES = drawing().elements;
const PROJECT = {
  "site-rock": { steps: ["build:rock"] },
  "card-beach": { steps: ["show:beach"], after: ["build", "paint"] },
  "card-port": { steps: ["show:port"], after: ["club"] },
};
const DICE = {
  "die-A": { name: "A", set: "split" },
  "die-B": { name: "B", set: "split" },
  "die-C": { name: "C", set: "split" },
};
const CUT = { sets: { split: "split:{chosen}|{rest}" } };

describe("a step", () => {
  it("is complete when all of its path is chosen, in any order", () => {
    const state = stateOf(MARBLES);
    choose(state, "m1");
    assert.equal(completeSteps(state), null);
    choose(state, "cell-c");
    assert.deepEqual(completeSteps(state), ["a-c"]);
    state.chosen = ["cell-c", "m1"];
    assert.deepEqual(completeSteps(state), ["a-c"]);
  });

  it("can be completed by one more element that is lit", () => {
    const state = stateOf(MARBLES, { chosen: ["m1"] });
    assert.deepEqual(stepsWith(state, "cell-b"), ["a-b"]);
    assert.equal(stepsWith(state, "m2"), null);
    state.isActive = false;
    assert.equal(stepsWith(state, "cell-b"), null);
  });

  it("has as candidates only the continuations of the selection", () => {
    const state = stateOf({ ...MARBLES, m2: { name: "d", steps: ["d-b"] } });
    assert.deepEqual(candidates(state), ["a-b", "a-c", "d-b"]);
    choose(state, "m2");
    assert.deepEqual(candidates(state), ["d-b"]);
  });

  it("starts again with an element that does not continue the selection", () => {
    const state = stateOf({ ...MARBLES, m2: { name: "d", steps: ["d-c"] } }, { chosen: ["m1"] });
    choose(state, "m2");
    assert.deepEqual(state.chosen, ["m2"]);
  });
});

describe("a target", () => {
  it("is second, the piece is not", () => {
    const state = stateOf(MARBLES);
    assert.equal(isSecond(state, "cell-b"), true);
    assert.equal(isSecond(state, "m1"), false);
  });

  it("is not lit while another seat is to move", () => {
    const state = stateOf(MARBLES, { chosen: ["m1"] });
    assert.equal(isLit(state, "cell-b"), true);
    state.isActive = false;
    assert.equal(isLit(state, "cell-b"), false);
  });
});

describe("a second part", () => {
  it("can be chosen only after a first part of its kind, and is sent with it", () => {
    const state = stateOf(PROJECT);
    assert.equal(isLit(state, "card-beach"), false);
    state.prefix = ["build:rock"];
    assert.equal(isLit(state, "card-beach"), true);
    assert.equal(isLit(state, "card-port"), false);
    choose(state, "card-beach");
    assert.deepEqual(completeSteps(state), ["build:rock", "show:beach"]);
    assert.deepEqual(withPrefix(state, "show:beach"), ["build:rock", "show:beach"]);
    assert.deepEqual(withPrefix(state, "build:rock"), ["build:rock"]);
  });

  it("may appear in a preview only; other elements keep their steps", () => {
    const state = stateOf({ "site-rock": { steps: ["build:rock"] } }, { prefix: ["build:rock"] });
    readPreview(state, {
      "card-beach": { steps: ["show:beach"], after: ["build"] },
      "site-rock": { steps: ["build:x"] },
    });
    assert.equal(isLit(state, "card-beach"), true);
    assert.deepEqual(state.steps.get("site-rock"), ["build:rock"]);
  });

  it("drops the first part when another element is chosen", () => {
    const state = stateOf(PROJECT, { prefix: ["build:rock"] });
    choose(state, "site-rock");
    assert.deepEqual([state.prefix, state.chosen], [[], ["site-rock"]]);
  });

  it("is required if parts can follow", () => {
    const parts = { build: ["show"], club: { lay: ["show"] }, pass: [] };
    assert.equal(isPart(parts, ["build"]), true);
    assert.equal(isPart(parts, ["build", "show"]), false);
    assert.equal(isPart(parts, ["club", "lay"]), true);
    assert.equal(isPart(parts, ["club", "lay", "show"]), false);
    assert.equal(isPart(parts, ["pass"]), false);
    assert.equal(isPart({}, ["a-b"]), false);
  });
});

describe("a set", () => {
  it("is cut into the half of its first member and the rest", () => {
    const state = stateOf(DICE, CUT);
    assert.equal(togglePartition(state, "split", "die-B"), "split:AC|B");
    assert.equal(togglePartition(state, "split", "die-A"), "split:AB|C");
  });

  it("is no step while all lie in one half", () => {
    const state = stateOf(DICE, CUT);
    togglePartition(state, "split", "die-B");
    assert.equal(togglePartition(state, "split", "die-B"), null);
  });

  it("is selected from a step as by hand", () => {
    const state = stateOf(DICE, CUT);
    selectFromStep(state, "split:AC|B");
    assert.deepEqual(state.chosen, ["die-B"]);
    assert.equal(togglePartition(state, "split", "die-C"), "split:A|BC");
  });
});

describe("a drag", () => {
  const FARM = {
    "to-place": { drag: ["field"] },
    "worker-1": { drag: ["send:1"] },
    "cell-h8": { steps: ["field:h8"] },
    "card-tiger": { drop: ["send"] },
  };

  it("composes the step that source and target both name, one of them perhaps by kind", () => {
    const state = stateOf(FARM);
    assert.equal(targetStep(state, ["field"], "cell-h8"), "field:h8");
    assert.equal(targetStep(state, ["field:h8"], "cell-h8"), "field:h8");
    assert.equal(targetStep(state, ["send:1"], "card-tiger"), "send:1");
    assert.equal(targetStep(state, ["send:1"], "cell-h8"), null);
  });

  it("lights only the targets of its source", () => {
    const state = stateOf(FARM, { held: { id: "worker-1", steps: ["send:1"] } });
    assert.equal(isLit(state, "card-tiger"), true);
    assert.equal(isLit(state, "cell-h8"), false);
  });

  it("is an illegal attempt only for the kind of the board's attempts", () => {
    const state = stateOf(FARM, { attempt: "field:{}" });
    assert.equal(isIllegalAttempt(state, ["field"]), true);
    assert.equal(isIllegalAttempt(state, ["send:1"]), false);
    state.attempt = "";
    assert.equal(isIllegalAttempt(state, ["field"]), false);
  });

  it("can be extended if the preview has more sources of its kind", () => {
    const state = stateOf(FARM);
    const after = (drag) => drawing({ elements: { "worker-2": { drag } } });
    assert.equal(canExtend(state, after(["send:2"]), ["send:1"]), true);
    assert.equal(canExtend(state, after(["send:1"]), ["send:1"]), false);
    assert.equal(canExtend(state, after(["field:h9"]), ["send:1"]), false);
  });
});

describe("an attempt", () => {
  it("goes from the selection to the clicked element if steps have two ends", () => {
    const state = stateOf(MARBLES, { chosen: ["m1"] });
    assert.equal(attemptAt(state, "e"), "a-e");
  });

  it("fills the drawing's template otherwise", () => {
    assert.equal(attemptAt(stateOf({}, { attempt: "write:{}" }), "f1"), "write:f1");
    assert.equal(attemptAt(stateOf({}), "f1"), "f1");
  });
});
