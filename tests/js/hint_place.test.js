// Where a hint's reason lies: nearest to its place, over nothing that it speaks of.

import assert from "node:assert/strict";
import { test } from "node:test";
import { freePlace } from "../../src/ludotheque/web/static/js/hint_place.js";

const WINDOW = { top: 0, bottom: 500 };
const lies = { top: 300, bottom: 500 };

test("a reason that covers nothing stays", () => {
  assert.deepEqual(freePlace(lies, WINDOW, [{ top: 100, bottom: 200 }]), lies);
});

test("a reason lies above what it would cover", () => {
  assert.deepEqual(freePlace(lies, WINDOW, [{ top: 350, bottom: 400 }]), { top: 142, bottom: 342 });
});

test("a reason lies below what it would cover", () => {
  const place = freePlace({ top: 0, bottom: 100 }, WINDOW, [{ top: 20, bottom: 60 }]);
  assert.deepEqual(place, { top: 68, bottom: 168 });
});

test("where there is little room, a reason is lower and scrolls", () => {
  const obstacles = [
    { top: 0, bottom: 100 },
    { top: 258, bottom: 600 },
  ];
  assert.deepEqual(freePlace(lies, WINDOW, obstacles), { top: 108, bottom: 250 });
});

test("without room there is no place", () => {
  assert.equal(freePlace(lies, WINDOW, [{ top: 50, bottom: 450 }]), null);
});
