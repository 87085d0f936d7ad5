// Synthesised sounds: a knock for a step, two notes for one's turn, a chord for the end.

import { setting } from "./site.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {AudioContext} audio
 * @param {number} frequency
 * @param {number} start seconds
 * @param {number} length seconds
 * @param {number} volume
 * @param {OscillatorType} type
 */
function tone(audio, frequency, start, length, volume, type = "sine") {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, audio.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(audio.currentTime + start);
  oscillator.stop(audio.currentTime + start + length);
}

/** @typedef {"step" | "turn" | "end" | "message"} Sound */

/** @type {Record<Sound, (audio: AudioContext) => void>} */
const SOUNDS = {
  step: (audio) => {
    tone(audio, 190, 0, 0.09, 0.25, "triangle");
    tone(audio, 95, 0, 0.12, 0.2);
  },
  turn: (audio) => {
    tone(audio, 523, 0, 0.18, 0.08);
    tone(audio, 659, 0.12, 0.25, 0.08);
  },
  message: (audio) => {
    tone(audio, 880, 0, 0.1, 0.05);
    tone(audio, 1175, 0.07, 0.16, 0.05);
  },
  end: (audio) => {
    for (const [at, note] of [392, 494, 587, 784].entries()) tone(audio, note, at * 0.09, 0.6, 0.06);
  },
};

// A browser allows sounds after user activation: when a finger is lifted, or a mouse button pressed.
const isAllowed = () => navigator.userActivation?.hasBeenActive ?? true;

/**
 * Play a sound if sounds are switched on and allowed.
 * @param {Sound} name
 */
export function sound(name) {
  if (!setting("sound") || !isAllowed()) return;
  try {
    context ??= new AudioContext();
    if (context.state === "running") SOUNDS[name](context);
    else context.resume().catch(() => {});
  } catch {
    // no sound, then
  }
}

/** Resume the audio context on the first touch. */
function wake() {
  try {
    context ??= new AudioContext();
    context.resume();
  } catch {
    // silent
  }
}

addEventListener("pointerup", wake, { once: true });
