// The page of a game's chance: this browser computes it again, compares it with its receipt, and says what it found.

import { checkGame, exported } from "./fairness_check.js";
import { find, get, pageData } from "./site.js";

/** @import { Verdict } from "./fair.mjs" */
/** @import { Receipt } from "./receipt.js" */
/** @import { FairPage } from "./wire.js" */

const page = /** @type {FairPage} */ (pageData);

/**
 * Fill a list; without items it is hidden.
 * @param {string} id
 * @param {string[]} items
 */
function fill(id, items) {
  const list = get(id);
  list.hidden = !items.length;
  list.replaceChildren(...items.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** @param {"asks" | "differs" | "agrees"} key */
function showResult(key) {
  const own = get("own");
  own.textContent = own.dataset[key] ?? "";
  own.className = key;
}

/**
 * The differences between the server's figures and our own.
 * @param {Record<string, unknown>} theirs
 * @param {Record<string, unknown>} ours
 */
function differences(theirs, ours) {
  const written = (/** @type {unknown} */ value) => JSON.stringify(value);
  return Object.keys(theirs)
    .filter((key) => written(theirs[key]) !== written(ours[key]))
    .map((key) => `${key}: ${written(ours[key])}, not ${written(theirs[key])}`);
}

/**
 * A reason of the verifier in the page's language.
 * @param {string} reason
 */
function translated(reason) {
  for (const [sentence, words] of Object.entries(page.reasons)) {
    const pattern = sentence.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const found = reason.match(new RegExp(`^${pattern.join("(.+)")}$`));
    if (!found) continue;
    const values = found.slice(1);
    return words.replace(/\{\}/g, () => values.shift() ?? "");
  }
  return reason;
}

/**
 * @param {Verdict} verdict
 * @param {boolean} isWrong
 */
function showVerdict({ grade, reasons, problems, checked }, isWrong) {
  const found = problems.length || !page.figures ? problems : differences(page.figures, checked);
  const isBad = isWrong || found.length > 0;
  get("verdict").textContent = page.verdicts[isBad ? "unfair" : grade] ?? "";
  get("verdict").className = isBad ? "unfair" : grade;
  get("house-says").hidden = !isBad;
  fill("reasons", isBad ? [] : reasons.map(translated));
  fill("problems", found);
  showResult(isBad ? "differs" : "agrees");
  if (isBad) return;
  for (const line of document.querySelectorAll("#checked li")) line.classList.add("twice");
}

/** @param {Receipt} receipt */
function showReceipt(receipt) {
  const { own, told, misfits, terms } = receipt.stored;
  get("kept").hidden = !own;
  get("not-kept").hidden = own !== null;
  get("kept-terms").hidden = !terms;
  const entries = get("kept-entries");
  entries.textContent = (entries.dataset.text ?? "").replace("#", String(told.length));
  const { dataset } = get("misfits");
  const found = misfits.map((one) => dataset[one] ?? one);
  fill("misfits", found);
  const file = new Blob([`${JSON.stringify(exported(receipt))}\n`], { type: "application/json" });
  const link = /** @type {HTMLAnchorElement} */ (get("receipt"));
  link.href = URL.createObjectURL(file);
  link.hidden = false;
}

if (page.figures || page.stage === "open") {
  if (page.figures) showResult("asks");
  const { receipt, verdict } = await checkGame(page.table, page.invited, page.stage);
  if (receipt) showReceipt(receipt);
  if (verdict) showVerdict(verdict, receipt?.isWrong ?? false);
  else if (receipt?.isWrong) get("verdict").textContent = page.verdicts.unfair ?? "";
  find("verdict")?.setAttribute("data-checked", "");
}
