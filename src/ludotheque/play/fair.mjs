// Was the chance of a game fair? Checks a record by method 1 of docs/fairness.md, in a browser or in node.
// It trusts nobody's code: the record is read here, and everything that was drawn is computed again. Of the games it
// knows only what is drawn in them, in most nothing but the seating; whether moves were legal is not asked.
// With a receipt (what one seat's client was told) it also checks that this is the game which was played.

const TILES = ["crates", "circles", "one", "zeros", "nest", "strike", "double"]; // Marabunta's, as the rules list them
const FACES = ["0", "1", "2", "3", "flag", "crate"];
const KEY = /^fair-(method|table|commitment|secret|again-[1-9][0-9]?|place-[1-6]|seating|given|draws|back)$/;
const NUMBER = "(0|[1-9][0-9]{0,8})";
const HEX = /^[0-9a-f]{64}$/;
const TABLE = /^[!-~]{1,99}$/;
// The letters that no value of a header has: fixed, since each edition of Unicode has more letters.
const NO_VALUE = "\\0-\\x1f\\x7f-\\xa0\\xad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u1680\\u180e\\u2000-\\u200f"
  + "\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ud800-\\uf8ff\\ufdd0-\\ufdef\\ufeff\\ufff0-\\ufffb\\ufffe\\uffff\\u{110bd}\\u{110cd}"
  + "\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e007f}\\u{f0000}-\\u{10ffff}";
const LINE = new RegExp(`^([a-z][a-z0-9-]*): ( *[^ ${NO_VALUE}][^${NO_VALUE}]*)$`, "u");
const ENDINGS = ["result", "end", "x-end"];

/** Gives { ok, grade, reasons, checked: { opened, draws, back, places, seating, given }, problems }.
 *  `grade`: "anyone" (fair, whoever you trust), "house" (fair if you trust the house: `reasons` say for what), "unfair"
 *  (`problems` name their line or key) or "open": the game goes on, so that only what the places opened can be checked.
 *  `given` says how many steps come from another game, with its start. It is null where everything was drawn.
 *  `receipt` is the parsed JSON of a receipt, or null. */
export async function verify(text, receipt = null) {
  const problems = [], checked = { opened: false, draws: 0, back: 0, places: [], seating: "", given: null };
  let reasons = [];
  try {
    const record = read(text);
    const keys = keysOf(record.header);
    await check(record, keys, checked, (problem) => problems.push(problem));
    if (receipt?.receipt === 1) receipt = { ...receipt, terms: null, ending: null };
    if (receipt !== null) compareReceipt(receipt, keys, record, (problem) => problems.push(problem));
    if (keys.opened && !problems.length) reasons = reasonsOf(record, keys, receipt);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    problems.push(error.message);
  }
  return { ok: problems.length === 0, grade: gradeOf(problems, checked.opened, reasons), reasons, checked, problems };
}

function gradeOf(problems, opened, reasons) {
  if (problems.length) return "unfair";
  if (!opened) return "open";
  return reasons.length ? "house" : "anyone";
}

/** What one has to trust the house for: docs/fairness.md says why each of these lowers the grade. */
function reasonsOf({ header, lines }, keys, receipt) {
  const reasons = receipt === null ? [NO_RECEIPT] : receiptReasons(receipt, keys.places, lines.length);
  keys.places.forEach(({ by }, i) => by === "server" && reasons.push(`place ${i + 1}'s bytes were the house's`));
  if (keys.places.every(({ by }) => by === "bot")) reasons.push("no place is a person's: nobody's client added bytes");
  if (!keys.drawn) reasons.push("seating chosen");
  if (keys.given !== null) reasons.push(`given, not drawn: everything up to step ${keys.given}`);
  if (keys.back.length) reasons.push(`taken back: draws ${written(keys.back)}`);
  for (const { first } of keys.secrets.slice(1)) reasons.push(`a new secret from draw ${first} on`);
  if (!header.has("result") && !header.has("end")) reasons.push("the record ends before the game does");
  return reasons;
}

const NO_RECEIPT = "no receipt: that this is the game which was played, and all of it, is the house's word";
const written = (spans) => spans.map(([low, high]) => (low === high ? low : `${low}-${high}`)).join(" ");
const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** What a receipt can't confirm of a record with which it agrees. */
function receiptReasons({ own, promises, entries, terms, ending }, places, steps) {
  const reasons = [];
  if (!own) reasons.push("this client added no bytes of its own");
  else if (!promises?.length) reasons.push("this client did not keep what the other places had promised");
  else for (const i of changedPromises(promises, places)) reasons.push(`place ${i + 1} promised anew after this client had opened its bytes`);
  if (!terms) reasons.push("this client did not keep what the game was set up with");
  const known = entries.filter(isKnown), told = known.reduce((sum, entry) => sum + entry.steps, 0);
  const count = (some, all, what) => some < all && reasons.push(`this client was told only ${some} of ${all} ${what}`);
  count(known.length, entries.length, "entries");
  count(told, steps, "steps");
  if (!ending) reasons.push("this client was not told how the game ended");
  return reasons;
}

const isKnown = ({ ply, hash }) => Number.isInteger(ply) && typeof hash === "string";

/** Compares a receipt with the record: what the client was told before the dice, and each entry of the game. */
function compareReceipt(receipt, keys, { header, lines }, tell) {
  need(isReceipt(receipt), "receipt: this is no receipt of a table");
  const { table, commitments, place, own, promises, entries, withdrawn, terms, ending } = receipt;
  need(table === keys.table, `receipt: of table ${table}, but the record is of ${keys.table}`);
  const isSetup = (key) => !["start", ...ENDINGS].includes(key) && !/^(x|fair)-/.test(key);
  compareKeys(terms, header, isSetup, (problem) => need(false, problem));
  const stated = keys.secrets.map(({ commitment }) => commitment);
  need(`${stated}` === `${commitments}`, "receipt: the house had promised another secret");
  const { by, commitment, opened } = keys.places[place - 1] ?? {};
  need(by, `receipt: of place ${place}, but the record has ${keys.places.length}`);
  const isOwn = !own || (by === "client" && commitment === own.commitment && opened === own.opened);
  need(isOwn, `receipt: place ${place} has not the bytes that this client opened`);
  for (const i of own ? changedPromises(promises, keys.places) : []) {
    need(keys.places[i]?.by === "server", `receipt: place ${i + 1} had promised something else`);
  }
  if (!keys.opened) {
    if (ending) tell(`receipt: told ${line(ending, Object.keys(ending).sort()[0])}, but the record keeps the secret`);
    return;
  }
  for (const { number, ply, steps, hash } of entries.filter(isKnown)) {
    const stated = lines.slice(ply, ply + steps).join("\n");
    if (ply + steps > lines.length) tell(`receipt: entry ${number} lies beyond the end of the record`);
    else if (sha256(utf8(stated)) !== hash) tell(`receipt: entry ${number} was told with other steps`);
  }
  compareKeys(ending, header, (key) => ENDINGS.includes(key), tell);
  const draws = withdrawn.reduce((sum, entry) => sum + entry.draws, 0), back = total(keys.back);
  if (draws > back) tell(`receipt: ${counted(draws, "draw")} taken back, but fair-back has ${back}`);
}

/** Compares keys of a record with what the client was told of them, if anything: names the first, by the alphabet. */
function compareKeys(told, header, isOfThem, tell) {
  if (!told) return;
  const stated = Object.fromEntries([...header].filter(([key]) => isOfThem(key)));
  const differing = Object.keys({ ...told, ...stated }).sort().find((key) => line(told, key) !== line(stated, key));
  if (differing) tell(`receipt: told ${line(told, differing)}, but the record has ${line(stated, differing)}`);
}

const line = (keys, key) => (Object.hasOwn(keys, key) ? `${key}: ${keys[key]}` : `no ${key}`);

/** The places whose promises are not those that the client saw before it opened its bytes: only one who had lost theirs may
 *  do that, and then the house promises for them. */
function changedPromises(promises, places) {
  const all = promises?.length ? Array.from({ length: Math.max(places.length, promises.length) }, (_, i) => i) : [];
  return all.filter((i) => !places[i] || promises[i] !== (places[i].commitment ?? null));
}

function isReceipt(receipt) {
  const isHash = (text) => typeof text === "string" && HEX.test(text);
  const isCount = (number) => Number.isInteger(number) && number >= 0;
  const orNull = (is) => (one) => (one ?? null) === null || is(one);
  const all = (list, is) => Array.isArray(list) && list.every(is);
  const isKeys = (keys) => keys === null || (typeof keys === "object" && !Array.isArray(keys)
    && Object.keys(keys).length > 0 && Object.values(keys).every((value) => typeof value === "string"));
  const { table, commitments, place, own, promises, entries, withdrawn, terms, ending } = receipt ?? {};
  return (receipt?.receipt === 1 || (receipt?.receipt === 2 && isKeys(terms) && isKeys(ending))) && typeof table === "string" && TABLE.test(table) && all(commitments, isHash) && isCount(place)
    && orNull(({ commitment, opened }) => isHash(commitment) && isHash(opened))(own)
    && orNull((list) => all(list, orNull(isHash)))(promises)
    && all(entries, (one) => isCount(one?.number) && orNull(isCount)(one.ply) && orNull(isHash)(one.hash)
      && (isCount(one.steps) || (one.hash ?? null) === null))
    && all(withdrawn, (one) => isCount(one?.number) && isCount(one.draws));
}

class Wrong extends Error {}

function need(truth, problem) {
  if (!truth) throw new Wrong(problem);
}

/** The record as a header, the lines of its steps, and those that are chance. */
function read(text) {
  const header = new Map(), chances = [], lines = [];
  let inHeader = true;
  text.replaceAll("\r\n", "\n").split("\n").forEach((line, i) => {
    if (line.startsWith("#")) return;
    if (!/[^ \t]/.test(line)) {
      if (header.size) inHeader = false;
    } else if (inHeader) {
      const [, key, value] = line.match(LINE) ?? [];
      need(value, `line ${i + 1}: the header has lines «key: value», then an empty line`);
      need(!header.has(key), `line ${i + 1}: ${key} is given twice`);
      header.set(key, value.trim());
    } else {
      const [, actor, step] = line.match(/^([1-9]|\*) ([!-~]+)$/) ?? [];
      need(actor, `line ${i + 1}: a step is «SEAT NOTATION», or «* NOTATION» for chance`);
      if (actor === "*") chances.push({ where: `line ${i + 1}`, stated: step, before: lines.length });
      lines.push(line);
    }
  });
  need(/^[a-z][a-z0-9_]*$/.test(header.get("game") ?? ""), "game: missing, or no name of a game");
  return { header, chances, lines };
}

/** What the fair- keys say; throws at the first that is not as it should be. */
function keysOf(header) {
  const fair = [...header.keys()].filter((key) => key.startsWith("fair-"));
  need(fair.length, "nothing to prove: it has no fair- keys");
  need(header.get("fair-method") === "1", "fair-method: only method 1 is known here");
  for (const key of fair) need(KEY.test(key), `${key}: method 1 has no such key`);
  const get = (key) => (need(header.has(key), `${key}: missing`), header.get(key));
  const numbered = (stem) => fair.filter((key) => key.startsWith(stem)).map((_, i) => `${stem}${i + 1}`);

  const table = get("fair-table");
  need(TABLE.test(table), "fair-table: the table's id, without spaces");
  const secrets = [{ key: "fair-secret", first: 0, commitment: get("fair-commitment"), secret: header.get("fair-secret") }];
  for (const key of numbered("fair-again-")) {
    const [, first, commitment, secret] = get(key).match(new RegExp(`^${NUMBER} (\\S+)(?: (\\S+))?$`)) ?? [];
    need(first, `${key}: write «DRAW COMMITMENT SECRET»`);
    need(+first >= secrets.at(-1).first, `${key}: serves from draw ${first} on, before the one before it`);
    secrets.push({ key, first: +first, commitment, secret });
  }
  const opened = secrets.some((one) => one.secret);
  for (const { key, commitment, secret } of secrets) {
    need(HEX.test(commitment), `${key}: a commitment has 64 digits 0-9 a-f`);
    need(opened === Boolean(secret), `${key}: not opened`);
    need(!secret || secret === "lost" || HEX.test(secret), `${key}: a secret has 64 digits 0-9 a-f`);
  }
  get("fair-place-1");
  const places = numbered("fair-place-").map((key) => {
    const [, by, commitment, bytes] = get(key).match(/^(?:(client|server) ([0-9a-f]{64}) ([0-9a-f]{64})|bot)$/) ?? [];
    need(by || get(key) === "bot", `${key}: write «client COMMITMENT OPENED», «server COMMITMENT OPENED» or «bot»`);
    return { key, by: by ?? "bot", commitment, opened: bytes };
  });
  const seating = get("fair-seating"), drawn = !seating.startsWith("chosen ");
  const seats = seating.replace(/^chosen /, "");
  const once = seats.split(" ").sort().join(" ") === places.map((_, i) => i + 1).join(" ");
  need(once, `fair-seating: the seats of ${places.length} places, each seat once`);
  const given = header.has("fair-given") ? header.get("fair-given") : null;
  need(given === null || new RegExp(`^${NUMBER}$`).test(given), "fair-given: how many steps");
  const draws = get("fair-draws") === "none" ? [] : spans("fair-draws", get("fair-draws"));
  const back = header.has("fair-back") ? spans("fair-back", get("fair-back")) : [];
  return { table, secrets, opened, places, drawn, seats, given: given === null ? null : +given, draws, back };
}

/** Checks the form of the keys that say of which game this is, and how it ended: what they say is not asked. */
function checkGame(header, places) {
  const isForm = (key, form) => need(!header.has(key) || form.test(header.get(key)), `${key}: not as a house writes it`);
  need(header.get("players") === `${places}`, `players: the keys have ${counted(places, "place")}`);
  need(header.has("rules"), "rules: missing");
  isForm("rules", /^[1-9][0-9]{0,8}$/);
  isForm("start", /^[BW]{24}$/);
  isForm("end", new RegExp(`^(agreed|(resigned|time|left) [1-${places}])$`));
  isForm("result", new RegExp(`^-?[0-9]+( -?[0-9]+){${places - 1}}$`));
  need(header.has("start") === (header.get("game") === "mabula"), "start: Mabula has one, and no other game");
  need(!header.has("end") || !header.has("result"), "end: the game was over by its rules");
}

/** "1-8 16" as [[1, 8], [16, 16]]. */
function spans(key, text) {
  return text.split(" ").map((word) => {
    const [, low, high] = word.match(new RegExp(`^${NUMBER}(?:-${NUMBER})?$`)) ?? [];
    need(low && +low <= +(high ?? low), `${key}: write numbers as «1-8 16»`);
    return [+low, +(high ?? low)];
  });
}

const total = (spans) => spans.reduce((sum, [low, high]) => sum + high - low + 1, 0);

async function check({ header, chances, lines }, keys, checked, tell) {
  const { places, given } = keys;
  const known = chances.filter(({ before }) => before < given).length; // of another game
  const start = header.get("game") === "mabula" && given === null; // whether one was drawn
  checked.given = given;
  checked.places = places.map((place) => place.by);
  checked.seating = keys.drawn ? "drawn" : "chosen";
  checked.back = total(keys.back);
  checkGame(header, places.length);

  // What was opened is what was committed to.
  for (const { key, commitment, opened } of places.filter((place) => place.opened)) {
    need(sha256(bytes(opened)) === commitment, `${key}: what was opened is not what was committed to`);
  }
  for (const { key, commitment, secret } of keys.secrets) {
    if (secret === "lost") tell(`${key}: lost, so that nobody can check what was drawn from it`);
    else need(!secret || sha256(bytes(secret)) === commitment, `${key}: not the secret that was committed to`);
  }

  // Every number is used once, in order, and there is one for each thing drawn.
  need(given <= lines.length, `fair-given: ${given} steps, but the record has ${lines.length}`);
  const needed = chances.length - known + (start ? 1 : 0);
  need(total(keys.draws) === needed, `fair-draws: ${total(keys.draws)} numbers, but ${needed} in the record were drawn`);
  need(!start || keys.draws[0][0] === 1, "fair-draws: the start is draw 1");
  need(keys.draws.every(([low], i) => i === 0 || keys.draws[i - 1][1] < low), "fair-draws: numbers grow from draw to draw");
  let expected = 1;
  for (const [low, high] of [...keys.draws, ...keys.back].sort(([a], [b]) => a - b)) {
    need(low >= expected, `fair-draws, fair-back: draw ${low} is used twice`);
    need(low <= expected, `fair-draws, fair-back: draw ${expected} is neither used nor taken back`);
    expected = high + 1;
  }

  checked.opened = keys.opened;
  if (!keys.opened) {
    need(!header.has("result") && !header.has("end"), "fair-secret: missing, though the game is over");
    return;
  }
  const compare = async (where, stated, number, outcomes) => {
    const { secret } = keys.secrets.findLast((one) => one.first <= number);
    if (secret === "lost") return;
    const given = outcomes[await draw(secret, keys, number, outcomes.length)];
    if (given !== stated) tell(`${where}: ${stated}, but draw ${number} gives ${given}`);
    if (number > 0) checked.draws += 1;
  };
  if (keys.drawn) await compare("fair-seating", keys.seats, 0, orders(places.map((_, i) => i + 1)));
  const numbers = keys.draws.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, i) => low + i));
  if (start) await compare("start", header.get("start") ?? "missing", numbers.shift(), starts());
  const left = new Set(TILES); // not drawn yet
  for (const [i, { where, stated }] of chances.entries()) {
    need(header.get("game") === "marabunta", `${where}: nothing is known here of what is drawn in this game`);
    const outcomes = i % 7 ? dice("BPOGSY"[i % 7 - 1]) : tiles(left);
    if (i >= known) await compare(where, stated, numbers[i - known], outcomes);
    if (i % 7 === 0) left.delete(stated.replace("tile:", ""));
  }
}

/** The number of a draw among n equally likely outcomes. */
async function draw(secret, { table, places }, number, n) {
  if (n === 1) return 0;
  const bits = 32 - Math.clz32(n - 1);
  for (let attempt = 0; ; attempt += 1) {
    const lines = ["ludotheque fair 1", table, ...places.map((place) => place.opened ?? "-"), number, attempt];
    const digest = hmac(bytes(secret), utf8(lines.join("\n")));
    const x = new DataView(digest.buffer).getUint32(0) >>> (32 - bits); // big-endian
    if (x < n) return x;
  }
}

const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
/** The SHA-256 of bytes, in hexadecimal digits. */
export const sha256 = (data) => Array.from(digestOf(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);

// The outcomes of each kind of draw, in order.
const dice = (die) => FACES.map((face) => `die:${die}=${face}`);
const tiles = (left) => (left.size ? [...left].map((tile) => `tile:${tile}`) : ["tile:crumbs"]);

/** All orders of numbers, alphabetically: "1 2 3", "1 3 2", ... */
function orders(numbers) {
  if (numbers.length === 1) return [`${numbers[0]}`];
  return numbers.flatMap((one) => orders(numbers.filter((other) => other !== one)).map((rest) => `${one} ${rest}`));
}

/** Mabula's 40,158 starts, alphabetically: rings of 12 W and 12 B without three alike in a row. Made once. */
function starts() {
  if (rings) return rings;
  rings = [""];
  for (let length = 1; length <= 24; length += 1) {
    rings = rings.flatMap((ring) => [`${ring}B`, `${ring}W`]).filter((ring) => !/BBB$|WWW$/.test(ring));
  }
  rings = rings.filter((ring) => ring.split("W").length === 13 && !/BBB|WWW/.test(ring + ring.slice(0, 2)));
  return rings;
}

let rings;

// SHA-256 and HMAC (FIPS 180-4, RFC 2104): written out, since a browser has its own only on pages that came by https.

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !/^(11+)\1+$/.test("1".repeat(n)));
/** The first 32 bits of the fraction of a root of each of the first primes. */
const fractions = (count, power) => PRIMES.slice(0, count).map((prime) => ((prime ** power % 1) * 2 ** 32) >>> 0);
const ROUND = fractions(64, 1 / 3), FIRST = fractions(8, 1 / 2);

/** The SHA-256 of bytes, as bytes. */
function digestOf(data) {
  const padded = new Uint8Array(((data.length + 8) >> 6) * 64 + 64), words = new DataView(padded.buffer);
  padded.set(data);
  padded[data.length] = 0x80;
  words.setUint32(padded.length - 4, data.length * 8);
  const hash = Uint32Array.from(FIRST), w = new Uint32Array(64);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  for (let at = 0; at < padded.length; at += 64) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) w[i] = words.getUint32(at + 4 * i);
      else {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
  }
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => result.setUint32(4 * i, word));
  return new Uint8Array(result.buffer);
}

/** The HMAC-SHA-256 of a message; the key has 64 bytes at most. */
function hmac(key, message) {
  const pad = (by) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ by);
  return digestOf(Uint8Array.of(...pad(0x5c), ...digestOf(Uint8Array.of(...pad(0x36), ...message))));
}
