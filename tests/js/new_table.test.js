// The form of a new table: "Rated" and the clock that it needs.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { openPage } from "./dom.js";

openPage("");
const { agree } = await import("../../src/ludotheque/web/static/js/new_table.js");

const radio = (name, value, words, checked = "") =>
  `<label><input type="radio" name="${name}" value="${value}" ${checked}><span>${words}</span></label>`;

const FORM = `<form id="form">
  ${radio("clock", "none", "No clock", "checked")}${radio("clock", "live", "A clock")}${radio("clock", "slow", "Days")}
  ${radio("absence", "wait", "It waits", "checked")}${radio("absence", "bot", "A bot plays on<small>!</small>")}
  <input type="checkbox" name="rated" id="rated" data-clock="live slow" data-absence="bot end"
    data-chosen="Needs a clock: # is chosen." data-dropped="Not rated.">
  <input type="checkbox" name="public">
</form>`;

let form, rated;
const one = (name, value) => form.querySelector(`[name="${name}"][value="${value}"]`);

/** Check a box as a hand does: of a group, the others are no longer checked. */
function check(input, isChecked = true) {
  if (input.type === "radio")
    for (const other of form.querySelectorAll(`[name="${input.name}"]`)) other.checked = false;
  input.checked = isChecked;
  return agree(form, rated, input);
}

beforeEach(() => {
  const document = openPage(FORM);
  form = document.getElementById("form");
  rated = document.getElementById("rated");
});

describe("choosing Rated", () => {
  it("chooses a clock and a game that goes on, and says so", () => {
    assert.equal(check(rated), "Needs a clock: A clock · A bot plays on is chosen.");
    assert.ok(one("clock", "live").checked && one("absence", "bot").checked);
  });

  it("leaves a clock that was chosen, and says only what it changed", () => {
    check(one("clock", "slow"));
    assert.equal(check(rated), "Needs a clock: A bot plays on is chosen.");
    assert.ok(one("clock", "slow").checked);
  });

  it("says nothing if nothing is missing, nor when it is dropped again", () => {
    check(one("clock", "slow"));
    check(one("absence", "bot"));
    assert.equal(check(rated), "");
    assert.equal(check(rated, false), "");
  });
});

describe("choosing other terms of a rated table", () => {
  beforeEach(() => check(rated));

  it("drops Rated without a clock, and says so", () => {
    assert.equal(check(one("clock", "none")), "Not rated.");
    assert.ok(!rated.checked);
  });

  it("keeps Rated with another clock", () => {
    assert.equal(check(one("clock", "slow")), "");
    assert.ok(rated.checked);
  });

  it("does not concern the rest of the form", () => {
    assert.equal(check(form.querySelector("[name=public]")), null);
    assert.ok(rated.checked);
  });
});
