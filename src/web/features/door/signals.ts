import type { Tone } from "./verdict-labels.ts";

type Note = [hertz: number, seconds: number, shape?: OscillatorType];
const pause: Note = [0, 0.07];

/** Distinct by ear: rising means admitted, the same tone twice means already in, falling and rough means no. */
const signals: Record<Tone | "late", { notes: Note[]; shake: number[] }> = {
  go: {
    notes: [
      [880, 0.09],
      [1319, 0.2],
    ],
    shake: [90],
  },
  seen: {
    notes: [[440, 0.16, "square"], pause, [440, 0.16, "square"]],
    shake: [140, 90, 140],
  },
  stop: {
    notes: [
      [196, 0.18, "sawtooth"],
      [131, 0.5, "sawtooth"],
    ],
    shake: [450],
  },
  elsewhere: {
    notes: [[330, 0.14, "sawtooth"], pause, [165, 0.4, "sawtooth"]],
    shake: [250, 100, 250],
  },
  early: {
    notes: [
      [523, 0.16, "square"],
      [392, 0.26, "square"],
    ],
    shake: [120, 80, 300],
  },
  late: {
    notes: [[262, 0.1, "square"], pause, pause, [262, 0.1, "square"]],
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

/** Plays a verdict's tone and vibration. */
export function signal(tone: Tone | "late", muted: boolean): void {
  const { notes, shake } = signals[tone];
  navigator.vibrate?.(shake);
  if (!muted && context?.state === "running") play(context, notes);
}

function play(audio: AudioContext, notes: Note[]): void {
  let at = audio.currentTime + 0.01;
  for (const [hertz, seconds, shape = "triangle"] of notes) {
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
