// The receipt of a table (docs/fairness.md): what this browser was told of its chance, and the bytes that it added.
// The browser stores it, and never sends it. Hashes are computed when it is used (fairness_check.js).

import { find, get } from "./site.js";

/** @import { TableView } from "./wire.js" */

/**
 * Bytes that this browser adds to the chance of a table, and their hash, which it sends first.
 * @typedef {{ commitment: string, opened: string }} DiceShare
 */

/**
 * An entry with steps. `lines` are its steps as the record writes them; null: not all of them were shown.
 * @typedef {{ number: number, lines: string | null, draws: number, isBack: boolean }} ToldEntry
 */

/**
 * What does not fit: the house's commitments, the setup, this browser's bytes, others' promises, an entry, the end.
 * @typedef {"commitment" | "terms" | "own" | "promise" | "entry" | "ending"} Misfit
 */

/**
 * A receipt as it is stored.
 * @typedef {object} StoredReceipt
 * @property {number} number of the last entry that was told
 * @property {string[]} commitments of the house, in the order first seen
 * @property {number | null} place
 * @property {DiceShare | null} own
 * @property {(string | null)[] | null} promises of all places, just before the own bytes were opened
 * @property {ToldEntry[]} told
 * @property {Misfit[]} misfits
 * @property {Record<string, string> | null} [terms] the setup's keys in a record, noted before the own bytes were opened
 * @property {Record<string, string> | null} [ending] the key in a record that says how the game ended
 */

const PREFIX = "ludotheque.receipt.";
const TABLES = "ludotheque.receipts"; // the ids of all tables with a receipt; the one used last comes last
const PROMISES = "ludotheque.promises"; // bytes that no table has asked for yet
const MOST_TABLES = 50;
const MOST_PROMISES = 20;

/**
 * @param {string} key
 * @returns {unknown} null if there is none, or the browser stores nothing
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store a value. While the storage is full, the oldest receipts go. False if nothing can be stored.
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  for (;;) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      if (!dropOldest(key)) return false;
    }
  }
}

/** @param {string} key */
function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // it stores nothing at all
  }
}

/** @returns {string[]} */
const storedTables = () => /** @type {string[] | null} */ (read(TABLES)) ?? [];

/**
 * Remove the oldest receipt but the one under `key`; false if there is none.
 * @param {string} key
 */
function dropOldest(key) {
  const tables = storedTables();
  const oldest = tables.findIndex((table) => PREFIX + table !== key);
  if (oldest < 0) return false;
  try {
    localStorage.removeItem(PREFIX + tables[oldest]);
    localStorage.removeItem(TABLES); // makes room for the shorter list
    localStorage.setItem(TABLES, JSON.stringify(tables.toSpliced(oldest, 1)));
    return true;
  } catch {
    return false;
  }
}

/** @returns {DiceShare[]} */
const promises = () => /** @type {DiceShare[] | null} */ (read(PROMISES)) ?? [];

/**
 * Store bytes until a table asks for them; false if this browser stores nothing.
 * @param {DiceShare} share
 */
export const keepPromise = (share) => write(PROMISES, [...promises(), share].slice(-MOST_PROMISES));

/** What this browser was told at one table. */
export class Receipt {
  /**
   * @param {string} table
   * @param {StoredReceipt} stored
   */
  constructor(table, stored) {
    this.table = table;
    this.stored = stored;
    this.isStored = true; // as it is now; not while the storage is full
  }

  /**
   * The receipt of a table, as stored.
   * @param {string} table
   * @returns {Receipt | null}
   */
  static find(table) {
    const stored = /** @type {StoredReceipt | null} */ (read(PREFIX + table));
    return stored && new Receipt(table, stored);
  }

  /**
   * The receipt of a table, begun if there is none. Of too many, the one used longest ago goes.
   * @param {string} table
   */
  static of(table) {
    const begun = { number: 0, commitments: [], place: null, own: null, promises: null, told: [], misfits: [] };
    const receipt = Receipt.find(table) ?? new Receipt(table, begun);
    write(TABLES, [...storedTables().filter((one) => one !== table), table]);
    if (storedTables().length > MOST_TABLES) dropOldest(PREFIX + table);
    return receipt;
  }

  save() {
    this.isStored = write(PREFIX + this.table, this.stored);
    return this.isStored;
  }

  get isWrong() {
    return this.stored.misfits.length > 0;
  }

  /**
   * Note what a message says. What was told first stays; what does not fit it is noted as that.
   * @param {Pick<TableView, "fair" | "entries" | "number" | "terms" | "own" | "stage" | "end" | "outcome">} news
   */
  hear({ fair, entries, number, terms, own, ...news }) {
    this.adoptOpened();
    this.hearCommitments(fair.commitments);
    this.hearTerms(terms);
    if (own.length) this.claim(fair.places);
    else this.release();
    this.hearPlaces(fair.places);
    for (const entry of entries) this.hearEntry(entry);
    this.hearEnding(endingOf(news));
    this.stored.number = number;
    this.save();
  }

  /** What another tab had been promised when it opened the own bytes holds here, too. */
  adoptOpened() {
    const other = Receipt.find(this.table)?.stored;
    if (!other?.promises || this.stored.promises) return;
    const { misfits } = this.stored;
    this.stored = other;
    for (const one of misfits) this.note(one);
  }

  /** @param {Misfit} misfit */
  note(misfit) {
    const { misfits } = this.stored;
    if (!misfits.includes(misfit)) misfits.push(misfit);
  }

  /** @param {Misfit} misfit */
  forgive(misfit) {
    this.stored.misfits = this.stored.misfits.filter((one) => one !== misfit);
  }

  /** @param {string[]} told */
  hearCommitments(told) {
    const { commitments } = this.stored;
    if (commitments.some((one, n) => one !== told[n])) this.note("commitment");
    commitments.push(...told.slice(commitments.length));
  }

  /** @param {TableView["terms"]} told */
  hearTerms(told) {
    const { stored } = this;
    const terms = termsOf(told);
    if (stored.terms && !isSame(stored.terms, terms)) this.note("terms");
    if (!stored.promises) stored.terms ??= terms;
  }

  /** @param {Record<string, string> | null} told */
  hearEnding(told) {
    const { stored } = this;
    if (stored.ending && !(told && isSame(stored.ending, told))) this.note("ending");
    stored.ending ??= told;
  }

  /** @param {TableView["fair"]["places"]} places */
  hearPlaces(places) {
    const { stored } = this;
    const { own, place } = stored;
    const mine = places.find((one) => one.place === place);
    const isOpen = own !== null && mine?.opened !== null;
    if (own && (mine?.commitment !== own.commitment || (isOpen && mine?.opened !== own.opened))) this.note("own");
    const isOther = (/** @type {string | null} */ promise, /** @type {number} */ n) =>
      places[n]?.by === "client" && places[n].commitment !== promise;
    if (stored.promises?.some(isOther)) this.note("promise");
  }

  /**
   * Find the place that one of this browser's promises was made for. As long as nothing is opened it may be another one
   * than before: whoever sits down again has promised anew.
   * @param {TableView["fair"]["places"]} places
   */
  claim(places) {
    const { stored } = this;
    if (stored.promises) return;
    const made = promises();
    const kept = [stored.own, Receipt.find(this.table)?.stored.own, ...made]; // the second: of another tab
    const placeOf = (/** @type {DiceShare} */ { commitment }) => places.find((one) => one.commitment === commitment);
    const own = kept.find((one) => one && placeOf(one));
    if (!own) return;
    if (own.commitment !== stored.own?.commitment) this.forgive("own");
    Object.assign(stored, { own, place: placeOf(own)?.place });
    const others = made.filter((one) => one.commitment !== own.commitment);
    if (others.length < made.length && this.save()) write(PROMISES, others);
  }

  /** Put bytes back that were never opened: their player has no seat now, or lets the house draw others. */
  release() {
    const { own, promises } = this.stored;
    if (!own || promises) return;
    keepPromise(own);
    Object.assign(this.stored, { own: null, place: null });
    this.forgive("own");
    if (!this.save()) remove(PREFIX + this.table);
  }

  /** @param {TableView["entries"][number]} entry */
  hearEntry(entry) {
    const steps = stepsOf(entry);
    if (!steps) return;
    const { told } = this.stored;
    const known = told.find((one) => one.number === entry.number);
    const one = known ?? { number: entry.number, lines: null, draws: 0, isBack: false };
    if (!known) told.push(one);
    if (entry.kind === "play" && entry.withdrawn && !one.isBack) {
      // nothing is taken back after the end
      if (known && this.stored.ending) this.note("entry");
      else one.isBack = true;
    }
    if (steps.isWhole && one.lines !== null && one.lines !== steps.lines) this.note("entry");
    if (!steps.isWhole || one.lines !== null) return;
    one.lines = steps.lines;
    one.draws = steps.draws;
  }

  /**
   * The receipt as docs/fairness.md writes it.
   * @param {(text: string) => string} hash
   * @returns {import("./fair.mjs").Receipt}
   */
  exported(hash) {
    const { commitments, place, own, promises, told, terms = null, ending = null } = this.stored;
    const inOrder = told.toSorted((one, other) => one.number - other.number);
    /** @type {number | null} null after steps that this browser has not seen */
    let ply = 0;
    const entries = [];
    for (const { number, lines } of inOrder.filter((one) => !one.isBack)) {
      const steps = lines === null ? null : lines.split("\n").length;
      entries.push({ number, ply, steps, hash: lines === null ? null : hash(lines) });
      ply = ply === null || steps === null ? null : ply + steps;
    }
    const withdrawn = inOrder.filter((one) => one.isBack).map(({ number, draws }) => ({ number, draws }));
    const { table } = this;
    return {
      receipt: 2,
      table,
      commitments,
      place: place ?? 1,
      own: promises && own, // bytes that were never opened are in no draw
      promises: own && promises,
      entries,
      withdrawn,
      terms,
      ending,
    };
  }

  // ---- the own bytes

  /**
   * The own places whose bytes can be opened: all have sat down, everybody has promised, and nothing is wrong.
   * @param {Pick<TableView, "fair" | "seats" | "stage">} news
   */
  opening({ fair, seats, stage }) {
    const { own } = this.stored;
    const hasPromised = fair.places.every((one) => one.by === "bot" || one.commitment);
    if (stage !== "open" || !own || this.isWrong || fair.places.length < seats.length || !hasPromised) return [];
    return fair.places.filter((one) => one.commitment === own.commitment && one.by === "client" && !one.opened);
  }

  /**
   * Open the own bytes. What the house and all others had promised is stored before they are sent; if it can't be, they
   * stay closed.
   * @param {Pick<TableView, "fair" | "seats" | "stage">} news
   * @returns {Promise<boolean>} whether the house has them
   */
  async open(news) {
    this.adoptOpened();
    const { stored } = this;
    const before = stored.promises;
    stored.promises ??= news.fair.places.map((one) => (one.by === "bot" ? null : one.commitment));
    if (!this.save() && !before) {
      stored.promises = null;
      return false;
    }
    for (const { place } of this.opening(news)) {
      const answer = await fetch(`/api/tables/${this.table}/open`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ opened: stored.own?.opened, seat: place }),
        keepalive: true,
      }).catch(() => null);
      if (!answer?.ok) return false;
    }
    return true;
  }
}

/**
 * The setup as a record says it; what the terms name themselves goes before their `header`.
 * @param {TableView["terms"]} terms
 * @returns {Record<string, string>}
 */
const termsOf = ({ header, game, rules, players, options }) => ({
  ...header,
  ...{ game, rules: String(rules), players: String(players) },
  ...options,
});

/**
 * How the game ended, as a record says it; null while it goes on.
 * @param {Pick<TableView, "stage" | "end" | "outcome">} news
 * @returns {Record<string, string> | null}
 */
function endingOf({ stage, end, outcome }) {
  if (stage !== "over") return null;
  if (outcome) return { result: outcome.scores.join(" ") };
  if (!end) return null;
  if (end.how === "cancelled") return { "x-end": end.how };
  return { end: end.seat === null ? end.how : `${end.how} ${end.seat}` };
}

/**
 * @param {Record<string, string>} one
 * @param {Record<string, string>} other
 */
function isSame(one, other) {
  return Object.keys({ ...one, ...other }).every((key) => one[key] === other[key]);
}

/**
 * The steps of an entry, as lines of a record; null if it is of a kind that has none.
 * @param {TableView["entries"][number]} entry
 */
function stepsOf(entry) {
  if (entry.kind !== "play" && (entry.kind !== "begin" || !entry.then.length)) return null;
  /** @type {[number, string][]} */
  const own = entry.kind === "play" ? (entry.steps ?? []).map((step) => [entry.seat, step]) : [];
  const steps = [...own, ...(entry.then ?? [])];
  return {
    lines: steps.map(([seat, step]) => `${seat || "*"} ${step}`).join("\n"),
    draws: steps.filter(([seat]) => seat === 0).length,
    isWhole: entry.kind === "begin" || (!entry.secret && entry.steps !== null && entry.steps !== undefined),
  };
}

/**
 * Show at the table how it stands: quietly while everything fits, loudly when something does not.
 * @param {Receipt} receipt
 * @param {Pick<TableView, "fair" | "stage">} news
 */
export function showMark({ isWrong, isStored, stored }, { fair, stage }) {
  const mark = find("fair-mark");
  const isOpen = stage !== "open" && fair.places.find((one) => one.place === stored.place)?.opened;
  if (mark && (isWrong || (stored.own && isOpen))) setMark(mark, isWrong ? "wrong" : "fair");
  const lost = find("lost-bytes");
  if (!lost) return;
  lost.hidden = stored.own !== null && isStored && !isWrong;
  const isFull = stored.own !== null && !isStored;
  get("not-here").hidden = isFull;
  get("not-stored").hidden = !isFull;
}

/**
 * @param {HTMLElement} mark
 * @param {"fair" | "anyone" | "house" | "wrong"} how
 */
export function setMark(mark, how) {
  mark.className = `fair-mark ${how}`;
  const words = mark.querySelector("span");
  if (words) words.textContent = mark.dataset[how] ?? "";
  const alarm = find("unfair");
  if (alarm) alarm.hidden = how !== "wrong";
}
