// A finished game's page that was loaded before its ratings were written.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openPage } from "./dom.js";

openPage("");
const { loadRatings } = await import("../../src/ludotheque/web/static/js/late_ratings.js");

const page = (rating, isPending) => `<ol id="ranks"><li>Ada <b>${rating}</b></li></ol>
  <p id="rating-note" ${isPending ? "data-pending" : ""}>${isPending ? "In a moment." : ""}</p>`;

describe("ratings that were not written yet", () => {
  it("are shown as soon as a newer page has them", async () => {
    const document = openPage(page("", true));
    const answers = [page("", true), page("+12", false), page("never asked", false)];
    globalThis.fetch = async () => ({ ok: true, text: async () => `<html><body>${answers.shift()}</body></html>` });
    await loadRatings([0, 0, 0]);
    assert.equal(document.getElementById("ranks").textContent, "Ada +12");
    assert.equal(document.getElementById("rating-note").textContent, "");
    assert.equal(answers.length, 1);
  });

  it("stay announced while the house does not answer", async () => {
    const document = openPage(page("", true));
    globalThis.fetch = async () => Promise.reject(new Error("away"));
    await loadRatings([0, 0]);
    assert.equal(document.getElementById("rating-note").textContent, "In a moment.");
  });
});
