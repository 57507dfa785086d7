// Sounds of moves, made by the browser itself; off until somebody wants them.

import { h } from "./dom";
import { keepSetting, setting } from "./state";

let on = setting("sound", "off") === "on";
let audio: AudioContext | null = null;

/** A short tone that dies away. */
function tone(pitch: number, begin: number, length: number): void {
  if (!audio) return;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  const at = audio.currentTime + begin;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.16, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** The sound of a move of either side, or of the end of the game. */
export function sound(what: "mine" | "theirs" | "won" | "lost"): void {
  if (!on) return;
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    // A browser without sound.
    return;
  }
  const notes = { mine: [440], theirs: [330], won: [440, 554, 659], lost: [330, 277] }[what];
  notes.forEach((pitch, i) => tone(pitch, 0.13 * i, 0.22));
}

/** The switch for sounds. */
export function soundSwitch(): HTMLButtonElement {
  const button = h("button", { type: "button", class: "quiet", "aria-pressed": "false" });
  const show = (): void => {
    button.setAttribute("aria-pressed", String(on));
    button.replaceChildren(on ? "Sound: on" : "Sound: off");
  };
  button.addEventListener("click", () => {
    on = !on;
    keepSetting("sound", on ? "on" : "off");
    show();
    sound("mine");
  });
  show();
  return button;
}
