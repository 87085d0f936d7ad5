// What can be chosen is scrolled between the bars, if it is not there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./dom.js";

openPage("");
const { wayTo } = await import("../../src/ludotheque/web/static/js/sight.js");

const FREE = { top: 70, bottom: 520 };

test("choices between the bars move nothing", () => {
  assert.equal(wayTo({ top: 70, bottom: 520 }, FREE), 0);
});

test("choices below the bar come up to it, those above come down", () => {
  assert.equal(wayTo({ top: 300, bottom: 600 }, FREE), 80);
  assert.equal(wayTo({ top: 20, bottom: 300 }, FREE), -50);
});

test("choices that are higher than the free part begin at its top, unless they fill it", () => {
  assert.equal(wayTo({ top: 200, bottom: 900 }, FREE), 130);
  assert.equal(wayTo({ top: 0, bottom: 900 }, FREE), 0);
});
