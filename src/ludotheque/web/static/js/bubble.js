// Why something can't be: a bubble beside what was touched, with a link to the rule that says so.

import { find, page, text } from "./site.js";

const SHOWN = 9000; // milliseconds

let timer = 0;

export function showBubble(error, element) {
  const bubble = find("bubble");
  const words = document.createElement("span");
  words.textContent = `${error.error === "stale" ? text("stale") : error.text} `;
  bubble.replaceChildren(words);
  if (error.rule) {
    const link = Object.assign(document.createElement("a"), {
      textContent: text("rule"),
      target: "_blank",
      rel: "noopener",
    });
    link.href = `/rules/${page.game}#${error.rule.split("/").at(-1)}`;
    bubble.append(link);
  }
  const at = (element ?? find("prompt")).getBoundingClientRect();
  bubble.hidden = false;
  const width = bubble.offsetWidth,
    left = Math.min(Math.max(8, at.left + at.width / 2 - 36), innerWidth - width - 8);
  const above = at.top - bubble.offsetHeight - 12,
    isBelow = above < 4;
  bubble.classList.toggle("below", isBelow);
  bubble.style.setProperty("--at", `${Math.min(Math.max(14, at.left + at.width / 2 - left - 7), width - 28)}px`);
  bubble.style.left = `${left + scrollX}px`;
  bubble.style.top = `${(isBelow ? at.bottom + 12 : above) + scrollY}px`;
  if (element) {
    element.classList.remove("refused");
    void element.getBoundingClientRect();
    element.classList.add("refused");
  }
  clearTimeout(timer);
  timer = setTimeout(() => {
    bubble.hidden = true;
  }, SHOWN);
}
