// Ratings are written just after a game has ended: a page that was quicker loads them until they are there.

import { find } from "./site.js";

const WAITS = [1000, 2000, 4000, 8000, 16000]; // milliseconds before each try

/** Load the page's ranks again until they have their ratings. */
export async function loadRatings(waits = WAITS) {
  for (const wait of waits) {
    await new Promise((done) => setTimeout(done, wait));
    const answer = await fetch(location.pathname + location.search).catch(() => null);
    if (answer?.ok && takeRatings(new DOMParser().parseFromString(await answer.text(), "text/html"))) return;
  }
}

/**
 * Take the ranks and the note over from a newer page; returns whether the ratings are there.
 * @param {Document} fresh
 */
export function takeRatings(fresh) {
  const note = fresh.getElementById("rating-note");
  if (!note || note.hasAttribute("data-pending")) return false;
  for (const id of ["ranks", "rating-note"]) {
    const loaded = fresh.getElementById(id);
    if (loaded) find(id)?.replaceChildren(...loaded.childNodes);
  }
  find("rating-note")?.removeAttribute("data-pending");
  return true;
}
