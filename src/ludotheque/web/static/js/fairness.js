// The browser computes all chance of a game again, and says whether it comes to the same as the house.

import { verify } from "./fair.mjs";

const page = JSON.parse(document.getElementById("page").textContent);
const own = document.getElementById("own"),
  list = document.getElementById("problems");

function tell(key, problems = []) {
  own.textContent = own.dataset[key];
  own.className = key;
  list.hidden = !problems.length;
  list.replaceChildren(...problems.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

// What differs between the figures of the house and our own.
function differences(ours) {
  return Object.keys(page.figures)
    .filter((key) => JSON.stringify(page.figures[key]) !== JSON.stringify(ours[key]))
    .map((key) => `${key}: ${JSON.stringify(ours[key])}, not ${JSON.stringify(page.figures[key])}`);
}

async function check() {
  tell("asks");
  if (!globalThis.crypto?.subtle) return tell("cannot");
  const answer = await fetch(page.record);
  const { ok, checked, problems } = await verify(await answer.text());
  const found = ok ? differences(checked) : problems;
  if (found.length) return tell("differs", found);
  tell("agrees");
  for (const line of document.querySelectorAll("#checked li")) line.classList.add("twice");
}

if (page.figures) check();
