// A table's receipt: what the browser keeps of what it was told, what does not fit it, and how much of it is stored.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { beforeEach, describe, it } from "node:test";
import { openPage } from "./dom.js";

openPage('<div id="toast"></div>');
const { Receipt, keepPromise } = await import("../../src/ludotheque/web/static/js/receipt.js");

const HOUSE = "a".repeat(64);
const OWN = { commitment: "c".repeat(64), opened: "d".repeat(64) };
const OTHER = "e".repeat(64);

/** A storage with room for so many characters. */
function storage(room = 5_000_000) {
  const items = new Map();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => items.delete(key),
    setItem(key, value) {
      const used = [...items].reduce((sum, [other, one]) => sum + (other === key ? 0 : one.length), 0);
      if (used + value.length > room) throw new Error("QuotaExceededError");
      items.set(key, value);
    },
  };
}

const place = (number, by, commitment, opened = null) => ({ place: number, by, commitment, opened });
const TWO = [place(1, "client", OWN.commitment), place(2, "client", OTHER)];

const HEADER = { game: "mabula", rules: "1", players: "2", scoring: "largest" };
const TERMS = { game: "mabula", rules: 1, players: 2, options: {}, header: HEADER };

/** A message of the table. */
const news = (more = {}) => ({
  number: 1,
  stage: "open",
  seats: [{}, {}],
  own: [1],
  fair: { commitments: [HOUSE], places: TWO, secrets: [], seats: [] },
  entries: [],
  terms: TERMS,
  end: null,
  outcome: null,
  ...more,
});
const fair = (places, commitments = [HOUSE]) => ({ commitments, places, secrets: [], seats: [] });
const play = (number, steps, more = {}) => ({
  kind: "play",
  number,
  seat: 1,
  withdrawn: false,
  steps,
  then: [],
  ...more,
});

/** A receipt of a browser that has promised its bytes for place 1. */
function promised(table = "t") {
  keepPromise(OWN);
  const receipt = Receipt.of(table);
  receipt.hear(news());
  return receipt;
}

/** What a storage says that takes nothing more. */
const refuse = () => {
  throw new Error("QuotaExceededError");
};

beforeEach(() => {
  globalThis.localStorage = storage();
});

describe("what is kept", () => {
  it("is the house's first commitment, the own bytes and their place", () => {
    const { stored } = promised();
    assert.deepEqual(stored.commitments, [HOUSE]);
    assert.deepEqual([stored.own, stored.place], [OWN, 1]);
  });

  it("is there after a reload, and the promise belongs to this table alone", () => {
    promised();
    assert.deepEqual(Receipt.find("t").stored.own, OWN);
    const other = Receipt.of("u");
    other.hear(news());
    assert.equal(other.stored.own, null);
  });

  it("has each entry with steps as the record writes them, and the draws of one that was taken back", () => {
    const receipt = promised();
    const begin = { kind: "begin", number: 4, then: [[0, "tile:nest"]] };
    const withDraw = play(5, ["b8-b4"], { then: [[0, "die:B=1"], [2, "c1"]] }); // biome-ignore format: short
    receipt.hear(news({ number: 6, entries: [begin, withDraw, { kind: "sit", number: 6 }] }));
    receipt.hear(news({ number: 7, entries: [{ ...withDraw, withdrawn: true }] }));
    const told = receipt.stored.told.map(({ number, lines, draws, isBack }) => [number, lines, draws, isBack]);
    assert.deepEqual(told, [
      [4, "* tile:nest", 1, false],
      [5, "1 b8-b4\n* die:B=1\n2 c1", 1, true],
    ]);
    assert.equal(receipt.isWrong, false);
  });

  it("waits for what is secret, and keeps it when it is hidden again", () => {
    const receipt = promised();
    const secret = play(5, undefined, { secret: true, then: undefined });
    receipt.hear(news({ entries: [secret] }));
    assert.equal(receipt.stored.told[0].lines, null);
    receipt.hear(news({ entries: [play(5, ["tiki:a"])] }));
    receipt.hear(news({ entries: [secret] }));
    assert.equal(receipt.stored.told[0].lines, "1 tiki:a");
    assert.equal(receipt.isWrong, false);
  });
});

describe("what does not fit", () => {
  const over = (seat) => ({ stage: "over", end: { kind: "end", how: "resigned", seat } });
  const misfits = (receipt, more) => {
    receipt.hear(news(more));
    return receipt.stored.misfits;
  };

  it("is another secret of the house, but not a further one", () => {
    assert.deepEqual(misfits(promised(), { fair: fair(TWO, [HOUSE, OTHER]) }), []);
    assert.deepEqual(misfits(promised("u"), { fair: fair(TWO, [OTHER]) }), ["commitment"]);
  });

  it("is another promise or other bytes in the own place", () => {
    assert.deepEqual(misfits(promised(), { fair: fair([place(1, "client", OTHER), TWO[1]]) }), ["own"]);
    const opened = place(1, "client", OWN.commitment, "f".repeat(64));
    assert.deepEqual(misfits(promised("u"), { fair: fair([opened, TWO[1]]) }), ["own"]);
  });

  it("is another player's promise that changes after the own bytes were opened", async () => {
    const receipt = promised();
    globalThis.fetch = async () => ({ ok: true });
    await receipt.open(news());
    assert.deepEqual(misfits(receipt, { fair: fair([TWO[0], place(2, "server", HOUSE)]) }), []);
    assert.deepEqual(misfits(receipt, { fair: fair([TWO[0], place(2, "client", HOUSE)]) }), ["promise"]);
  });

  it("is a setup that is told otherwise; the first telling stays", () => {
    const receipt = promised();
    const product = { ...TERMS, header: { ...HEADER, scoring: "product" } };
    assert.deepEqual(misfits(receipt, { terms: product }), ["terms"]);
    assert.deepEqual(receipt.stored.terms, HEADER);
    assert.deepEqual(receipt.opening(news()), [], "the own bytes stay closed");
  });

  it("is an end that is told otherwise", () => {
    const receipt = promised();
    assert.deepEqual(misfits(receipt, over(2)), []);
    assert.deepEqual(receipt.stored.ending, { end: "resigned 2" });
    assert.deepEqual(misfits(receipt, over(1)), ["ending"]);
    assert.deepEqual(receipt.stored.ending, { end: "resigned 2" });
  });

  it("is a step that is taken back after the end", () => {
    const receipt = promised();
    const back = play(5, ["b8-b4"], { withdrawn: true });
    receipt.hear(news({ entries: [play(4, ["c1"]), play(5, ["b8-b4"])] }));
    receipt.hear(news({ entries: [back], stage: "over", end: { kind: "end", how: "resigned", seat: 1 } }));
    assert.deepEqual([receipt.isWrong, receipt.stored.told[1].isBack], [false, true]);
    assert.deepEqual(misfits(receipt, { ...over(1), entries: [play(4, ["c1"], { withdrawn: true }), back] }), [
      "entry",
    ]);
    assert.equal(receipt.stored.told[0].isBack, false);
  });

  it("is a step that is told otherwise; the first telling stays", () => {
    const receipt = promised();
    receipt.hear(news({ entries: [play(5, ["b8-b4"])] }));
    assert.deepEqual(misfits(receipt, { entries: [play(5, ["b8-b5"])] }), ["entry"]);
    assert.equal(receipt.stored.told[0].lines, "1 b8-b4");
  });
});

describe("how a game was set up and ended", () => {
  it("is as a record writes it; what the terms name themselves goes before their header", () => {
    const receipt = promised();
    assert.deepEqual(receipt.stored.terms, HEADER);
    const other = Receipt.of("u");
    other.hear(news({ terms: { ...TERMS, options: { scoring: "product" } } }));
    assert.equal(other.stored.terms.scoring, "product");
    const ends = [
      [{ outcome: { scores: [9, 4] } }, { result: "9 4" }],
      [{ end: { kind: "end", how: "agreed", seat: null } }, { end: "agreed" }],
      [{ end: { kind: "end", how: "time", seat: 1 } }, { end: "time 1" }],
      [{ end: { kind: "end", how: "cancelled", seat: null } }, { "x-end": "cancelled" }],
    ];
    ends.forEach(([told, ending], i) => {
      const ended = promised(`end${i}`);
      ended.hear(news({ stage: "over", ...told }));
      assert.deepEqual(ended.exported(() => "").ending, ending);
    });
  });

  it("is not noted any more when the own bytes are open: a receipt of a browser that knew no terms", async () => {
    const receipt = promised();
    globalThis.fetch = async () => ({ ok: true });
    await receipt.open(news());
    delete receipt.stored.terms;
    receipt.hear(news());
    const { terms, ending, receipt: format } = receipt.exported(() => "");
    assert.deepEqual([terms, ending, format], [null, null, 2]);
  });
});

describe("the own bytes", () => {
  it("are opened when all have sat down and promised, and not before", () => {
    const receipt = promised();
    const seats = (places) => receipt.opening(news({ fair: fair(places) })).map((one) => one.place);
    assert.deepEqual(seats([TWO[0]]), []);
    assert.deepEqual(seats([TWO[0], place(2, "client", "")]), []);
    assert.deepEqual(seats([TWO[0], place(2, "bot", "")]), [1]);
    assert.deepEqual(seats(TWO), [1]);
    assert.deepEqual(receipt.opening(news({ stage: "playing" })), []);
  });

  it("stay closed when something does not fit", () => {
    const receipt = promised();
    receipt.hear(news({ fair: fair(TWO, [OTHER]) }));
    assert.deepEqual(receipt.opening(news()), []);
  });

  it("are sent after all promises are stored", async () => {
    const receipt = promised();
    let kept = null;
    let sent = null;
    globalThis.fetch = async (address, { body }) => {
      kept = Receipt.find("t").stored.promises;
      sent = [address, JSON.parse(body)];
      return { ok: true };
    };
    assert.equal(await receipt.open(news()), true);
    assert.deepEqual(kept, [OWN.commitment, OTHER]);
    assert.deepEqual(sent, ["/api/tables/t/open", { opened: OWN.opened, seat: 1 }]);
  });
});

describe("whoever leaves before anything is opened", () => {
  const AGAIN = { commitment: "1".repeat(64), opened: "2".repeat(64) };
  const SECOND = [place(1, "client", AGAIN.commitment), TWO[1]];
  const FREE = { own: [], fair: fair([TWO[1]]) };

  it("has promised anew when they sit down again, and opens those bytes", () => {
    const receipt = promised();
    keepPromise(AGAIN);
    receipt.hear(news({ fair: fair(SECOND) }));
    assert.deepEqual([receipt.stored.own, receipt.stored.place, receipt.isWrong], [AGAIN, 1, false]);
    assert.deepEqual(receipt.opening(news({ fair: fair(SECOND) })), [SECOND[0]]);
    assert.deepEqual(Receipt.find("t").stored.own, AGAIN);
  });

  it("may sit at another place", () => {
    const receipt = promised();
    keepPromise(AGAIN);
    const other = [place(1, "client", OTHER), place(2, "client", AGAIN.commitment)];
    receipt.hear(news({ own: [2], fair: fair(other) }));
    assert.deepEqual([receipt.stored.own, receipt.stored.place, receipt.isWrong], [AGAIN, 2, false]);
  });

  it("is no longer told that the house lacks the first bytes, if that alone did not fit", () => {
    for (const [commitments, misfits] of [
      [[HOUSE], []],
      [[OTHER], ["commitment"]],
    ]) {
      const receipt = promised(`of ${commitments}`);
      receipt.hear(news({ fair: fair(SECOND, commitments) }));
      assert.ok(receipt.stored.misfits.includes("own"), "of the second promise nothing is known yet");
      keepPromise(AGAIN);
      receipt.hear(news({ fair: fair(SECOND, commitments) }));
      assert.deepEqual(receipt.stored.misfits, misfits);
    }
  });

  it("has no bytes in the game, and nothing that does not fit", () => {
    const receipt = promised();
    receipt.hear(news(FREE));
    assert.deepEqual([receipt.stored.own, receipt.stored.place, receipt.isWrong], [null, null, false]);
    receipt.hear(news({ own: [], stage: "playing", fair: fair([place(1, "client", OTHER, OTHER), TWO[1]]) }));
    assert.equal(receipt.isWrong, false);
  });

  it("has the bytes again if the seat was theirs all the time: they had only logged out", () => {
    const receipt = promised();
    receipt.release();
    Receipt.of("t").hear(news());
    assert.deepEqual(Receipt.find("t").stored.own, OWN);
  });

  it("writes no bytes into the receipt that were never opened", async () => {
    const receipt = promised();
    assert.deepEqual([receipt.exported(() => "").own, receipt.exported(() => "").promises], [null, null]);
    globalThis.fetch = async () => ({ ok: true });
    await receipt.open(news());
    assert.deepEqual(receipt.exported(() => "").own, OWN);
  });
});

describe("whoever has opened their bytes", () => {
  const ACCOMPLICE = [TWO[0], place(2, "client", HOUSE)];
  const opened = async () => {
    const receipt = promised();
    globalThis.fetch = async () => ({ ok: true });
    await receipt.open(news());
    return receipt;
  };

  it("keeps them, whatever else the house lists", async () => {
    const more = { commitment: "1".repeat(64), opened: "2".repeat(64) };
    const receipt = await opened();
    keepPromise(more);
    receipt.hear(news({ fair: fair([place(1, "client", more.commitment), TWO[1]]) }));
    assert.deepEqual([receipt.stored.own, receipt.stored.misfits], [OWN, ["own", "promise"]]);
  });

  it("keeps them when the house says that the seat is not theirs", async () => {
    const receipt = await opened();
    receipt.hear(news({ own: [], fair: fair([TWO[1]]) }));
    receipt.release();
    assert.deepEqual([receipt.stored.own, receipt.stored.misfits], [OWN, ["own", "promise"]]);
  });

  it("keeps in each tab what was promised when the first one opened them", async () => {
    const second = promised();
    await opened();
    second.hear(news({ fair: fair(ACCOMPLICE) }));
    assert.deepEqual(second.stored.misfits, ["promise"]);
    assert.deepEqual(Receipt.find("t").stored.promises, [OWN.commitment, OTHER]);
    const third = new Receipt("t", { ...second.stored, promises: null, misfits: [] });
    await third.open(news({ fair: fair(ACCOMPLICE) }));
    assert.deepEqual(Receipt.find("t").stored.promises, [OWN.commitment, OTHER]);
  });
});

describe("the storage", () => {
  it("keeps the own bytes closed while it can't take what the others have promised", async () => {
    const receipt = promised();
    let sent = 0;
    globalThis.fetch = async () => {
      sent += 1;
      return { ok: true };
    };
    const { setItem } = localStorage;
    localStorage.setItem = refuse;
    receipt.hear(news());
    assert.equal(await receipt.open(news()), false);
    assert.deepEqual([sent, receipt.isStored, receipt.stored.promises], [0, false, null]);
    localStorage.setItem = setItem;
    assert.equal(await receipt.open(news()), true);
    assert.deepEqual([sent, receipt.isStored], [1, true]);
    assert.deepEqual(Receipt.find("t").stored.promises, [OWN.commitment, OTHER]);
  });

  it("forgets a receipt whose bytes are given up, if it can take nothing else", () => {
    const receipt = promised();
    localStorage.setItem = refuse;
    receipt.release();
    assert.equal(Receipt.find("t"), null);
  });

  it("holds fifty tables: the one used longest ago goes", () => {
    for (let n = 1; n <= 50; n++) promised(`t${n}`);
    promised("t1");
    promised("t51");
    assert.equal(Receipt.find("t2"), null);
    assert.ok(Receipt.find("t1") && Receipt.find("t51"));
    const keys = [...localStorage.items.keys()];
    assert.equal(keys.filter((key) => key.startsWith("ludotheque.receipt.")).length, 50);
  });

  it("holds twenty promises that no table has asked for", () => {
    for (let n = 0; n < 30; n++) keepPromise({ commitment: String(n), opened: "" });
    const kept = JSON.parse(localStorage.getItem("ludotheque.promises"));
    assert.deepEqual([kept.length, kept[0].commitment], [20, "10"]);
  });

  it("makes room when it is full", () => {
    globalThis.localStorage = storage(3000);
    for (let n = 1; n <= 20; n++) promised(`t${n}`);
    assert.ok(Receipt.find("t20"));
    assert.equal(Receipt.find("t1"), null);
  });

  it("does no harm where nothing can be stored", () => {
    globalThis.localStorage = storage(0);
    assert.equal(keepPromise(OWN), false);
    const receipt = Receipt.of("t");
    receipt.hear(news());
    assert.equal(receipt.isWrong, false);
    globalThis.localStorage = {
      getItem() {
        throw new Error("SecurityError");
      },
    };
    assert.equal(Receipt.find("t"), null);
  });
});

describe("the export", () => {
  it("counts plies over the entries in effect, as far as nothing is hidden", () => {
    const receipt = promised();
    const steps = [play(7, ["c"]), play(4, ["a", "b"]), play(5, ["x"], { withdrawn: true, then: [[0, "die:B=1"]] })];
    receipt.hear(news({ entries: [...steps, play(8, undefined, { secret: true }), play(9, ["d"])] }));
    const hash = (text) => createHash("sha256").update(text).digest("hex");
    const { entries, withdrawn, place } = receipt.exported(hash);
    assert.deepEqual(entries, [
      { number: 4, ply: 0, steps: 2, hash: hash("1 a\n1 b") },
      { number: 7, ply: 2, steps: 1, hash: hash("1 c") },
      { number: 8, ply: 3, steps: null, hash: null },
      { number: 9, ply: null, steps: 1, hash: hash("1 d") },
    ]);
    assert.deepEqual([withdrawn, place], [[{ number: 5, draws: 1 }], 1]);
  });
});

describe("SHA-256", () => {
  it("is that of node for every length of a message", async () => {
    const { sha256 } = await import("../../src/ludotheque/play/fair.mjs");
    for (let length = 0; length < 200; length++) {
      const data = randomBytes(length);
      assert.equal(sha256(data), createHash("sha256").update(data).digest("hex"));
    }
  });
});
