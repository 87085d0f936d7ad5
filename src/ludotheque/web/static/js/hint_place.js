// Where a hint's reason lies: over the page, but not over what it speaks of. Loaded with the first hint.

const APART = 8; // pixels between the reason and what it speaks of
const LEAST = 100; // pixels of height in which a reason can be read, scrolling

/** @typedef {{ top: number, bottom: number }} Span from top to bottom of the window, in pixels */

/**
 * The place nearest to where something lies in which it covers none of the obstacles, and less high if it must be.
 * @param {Span} lies
 * @param {Span} window what it may cover
 * @param {Span[]} obstacles
 * @returns {Span | null} null if there is no room
 */
export function freePlace(lies, window, obstacles) {
  const high = lies.bottom - lies.top;
  const gaps = gapsBetween(window, obstacles).filter((gap) => gap.bottom - gap.top >= Math.min(high, LEAST));
  const wide = gaps.filter((gap) => gap.bottom - gap.top >= high);
  /** @type {Span | null} */
  let nearest = null;
  for (const gap of wide.length ? wide : gaps.sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 1)) {
    const top = Math.max(gap.top, Math.min(lies.top, gap.bottom - high));
    const place = { top, bottom: Math.min(top + high, gap.bottom) };
    if (!nearest || Math.abs(top - lies.top) < Math.abs(nearest.top - lies.top)) nearest = place;
  }
  return nearest;
}

/** @param {Span} span */
const sizeOf = ({ top, bottom }) => bottom - top;

/**
 * What the obstacles leave free, from the top down.
 * @param {Span} window
 * @param {Span[]} obstacles
 */
function gapsBetween(window, obstacles) {
  const gaps = [];
  let { top } = window;
  for (const one of [...obstacles].sort((first, other) => first.top - other.top)) {
    gaps.push({ top, bottom: Math.min(one.top - APART, window.bottom) });
    top = Math.max(top, one.bottom + APART);
  }
  gaps.push({ top, bottom: window.bottom });
  return gaps.filter(({ top: from, bottom }) => bottom > from);
}

/**
 * Move the notices, by a transform, so that they cover no element that a hint speaks of; nothing else moves.
 * @param {HTMLElement} notices
 * @param {Element[]} chosen what the hint chooses
 * @param {Element[]} shown what its preview shows
 * @param {Element} prompt is left free, too, if there is room
 */
export function placeHint(notices, chosen, shown, prompt) {
  for (const name of ["--beside", "--most"]) notices.style.removeProperty(name);
  const lies = notices.getBoundingClientRect();
  /** @param {Element[]} all */
  const besides = (all) =>
    all
      .map((one) => one.getBoundingClientRect())
      .filter((one) => one.width && one.height && one.right > lies.left && one.left < lies.right);
  const room = { top: APART, bottom: Math.max(lies.bottom, innerWidth < lies.width * 2 ? 0 : innerHeight - APART) };
  const tries = [[...chosen, ...shown, prompt], [...chosen, ...shown], [...chosen, prompt], chosen];
  const found = tries.map((one) => freePlace(lies, room, besides(one))).find(Boolean);
  if (!found) return;
  notices.style.setProperty("--most", `${Math.floor(found.bottom - found.top)}px`);
  notices.style.setProperty("--beside", `${Math.round(found.top - notices.getBoundingClientRect().top)}px`);
}
