// Every choice in words, for screen readers and for playing by words.

import { field, find, findForm, get } from "./site.js";
import { page } from "./table.js";

/** @import { TableView } from "./wire.js" */
/** @import { Parts } from "./state.js" */
/** @import { Table } from "./table.js" */

/**
 * Load the words of every step, and show them.
 * @param {Table} table
 */
export async function loadLabels(table) {
  const { state } = table;
  const seat = state.seat ? `&seat=${state.seat}` : "";
  const address = `/api/tables/${page.table}?wants=told&after=${state.number}&lang=${page.lang}${seat}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  /** @type {TableView} */
  const { told, number, parts } = await answer.json();
  if (number !== state.number || !told) return;
  state.labelledAt = number;
  state.labels = told;
  table.board?.render();
  fillForm(table, told, parts ?? {});
  showPlaces(table.news.words ?? "");
}

/**
 * @param {Table} table
 * @param {Record<string, string>} told by step: its effect in words
 * @param {Parts} parts
 */
function fillForm(table, told, parts) {
  const form = findForm("by-words");
  if (!form) return;
  get("choosing").hidden = !table.isMine;
  field(form, "seen").value = String(table.state.number);
  const options = [];
  for (const step of table.news.legal ?? []) {
    for (const steps of choicesFrom(step, parts[step])) {
      options.push(new Option(steps.map((one) => told[one] ?? one).join(" "), steps.join(" ")));
    }
  }
  field(form, "steps").replaceChildren(...options);
  if (options[0]) options[0].selected = true;
}

/**
 * Show the position in words, line by line.
 * @param {string} words
 */
function showPlaces(words) {
  const lines = words.split("\n").map((line) => Object.assign(document.createElement("p"), { textContent: line }));
  if (words) find("words-where")?.replaceChildren(...lines);
}

/**
 * All complete choices that begin with a step.
 * @param {string} step
 * @param {Parts | string[] | undefined} rest
 * @returns {Generator<string[]>}
 */
export function* choicesFrom(step, rest) {
  const isList = Array.isArray(rest);
  const next = isList ? rest : Object.keys(rest ?? {});
  if (!next.length) yield [step];
  for (const one of next) for (const more of choicesFrom(one, isList ? undefined : rest?.[one])) yield [step, ...more];
}
