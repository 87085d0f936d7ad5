// How fast a replay plays by itself: half, normal or double; remembered by this browser.

export const SPEEDS = [0.5, 1, 2];
const PAUSE = 900; // milliseconds per step at normal speed
const KEPT = "ludotheque.speed";

/**
 * The milliseconds between two steps.
 * @param {number} speed
 */
export const pauseAt = (speed) => PAUSE / speed;

/**
 * The next speed, faster or slower; the last one stays.
 * @param {number} speed
 * @param {1 | -1} way
 */
export function speedBeside(speed, way) {
  return SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + way))];
}

/** The remembered speed, or the normal one. */
export function loadSpeed() {
  try {
    const kept = Number(localStorage.getItem(KEPT));
    return SPEEDS.includes(kept) ? kept : 1;
  } catch {
    return 1;
  }
}

/** @param {number} speed */
export function storeSpeed(speed) {
  try {
    localStorage.setItem(KEPT, String(speed));
  } catch {
    // without storage, the normal speed is back next time
  }
}
