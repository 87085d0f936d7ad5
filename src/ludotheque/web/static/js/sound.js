// Small sounds, made here: a knock of wood for a step, two notes for one's turn, a chord for the end.

import { setting } from "./site.js";

let context = null;

function tone(frequency, start, length, volume, type = "sine") {
  const oscillator = context.createOscillator(),
    gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, context.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(context.currentTime + start);
  oscillator.stop(context.currentTime + start + length);
}

const SOUNDS = {
  step: () => {
    tone(190, 0, 0.09, 0.25, "triangle");
    tone(95, 0, 0.12, 0.2);
  },
  turn: () => {
    tone(523, 0, 0.18, 0.08);
    tone(659, 0.12, 0.25, 0.08);
  },
  end: () => {
    [392, 494, 587, 784].forEach((note, at) => {
      tone(note, at * 0.09, 0.6, 0.06);
    });
  },
};

// A browser allows sounds once somebody has touched the page. A finger counts when it is lifted, a mouse when it presses.
const isAllowed = () => navigator.userActivation?.hasBeenActive ?? true;

// Play a sound if sounds are wanted and allowed.
export function sound(name) {
  if (!setting("sound") || !isAllowed()) return;
  try {
    context ??= new AudioContext();
    if (context.state === "running") SOUNDS[name]();
    else context.resume().catch(() => {});
  } catch {
    // no sound, then
  }
}

addEventListener(
  "pointerup",
  () => {
    try {
      context ??= new AudioContext();
      context.resume();
    } catch {
      /* silent */
    }
  },
  { once: true },
);
