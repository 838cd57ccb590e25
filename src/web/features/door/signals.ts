import type { Tone } from "./verdict-labels.ts";

type Note = { hertz: number; seconds: number; shape?: OscillatorType };
type Signal = { notes: Note[]; shake: number[] };

const pause: Note = { hertz: 0, seconds: 0.07 };

/** Distinct by ear: rising means admitted, the same tone twice means already in, falling and rough means no. */
const signals: Record<Tone | "late", Signal> = {
  go: {
    notes: [
      { hertz: 880, seconds: 0.09 },
      { hertz: 1319, seconds: 0.2 },
    ],
    shake: [90],
  },
  seen: {
    notes: [{ hertz: 440, seconds: 0.16, shape: "square" }, pause, { hertz: 440, seconds: 0.16, shape: "square" }],
    shake: [140, 90, 140],
  },
  stop: {
    notes: [
      { hertz: 196, seconds: 0.18, shape: "sawtooth" },
      { hertz: 131, seconds: 0.5, shape: "sawtooth" },
    ],
    shake: [450],
  },
  elsewhere: {
    notes: [{ hertz: 330, seconds: 0.14, shape: "sawtooth" }, pause, { hertz: 165, seconds: 0.4, shape: "sawtooth" }],
    shake: [250, 100, 250],
  },
  early: {
    notes: [
      { hertz: 523, seconds: 0.16, shape: "square" },
      { hertz: 392, seconds: 0.26, shape: "square" },
    ],
    shake: [120, 80, 300],
  },
  late: {
    notes: [{ hertz: 262, seconds: 0.1, shape: "square" }, pause, pause, { hertz: 262, seconds: 0.1, shape: "square" }],
    shake: [60, 60, 60],
  },
};

let context: AudioContext | undefined;

/** Browsers allow sound only after the page was touched. Called on every touch; costs nothing once sound is on. */
export function wakeSound(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume().catch(() => undefined);
}

/** True if a tone would be audible now. */
export const canSound = () => context?.state === "running";

/** Plays a verdict's tone and vibration. */
export function signal(tone: Tone | "late", muted: boolean): void {
  const { notes, shake } = signals[tone];
  navigator.vibrate?.(shake);
  if (!muted && context?.state === "running") play(context, notes);
}

function play(audio: AudioContext, notes: Note[]): void {
  let at = audio.currentTime + 0.01;
  for (const { hertz, seconds, shape = "triangle" } of notes) {
    if (hertz > 0) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = shape;
      tone.frequency.value = hertz;
      // Square and sawtooth waves are louder than a triangle wave at the same amplitude.
      volume.gain.setValueAtTime(shape === "triangle" ? 0.9 : 0.45, at);
      volume.gain.setTargetAtTime(0, at + seconds - 0.03, 0.012);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + seconds + 0.05);
    }
    at += seconds;
  }
}
