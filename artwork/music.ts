// Makes the demo's mixtape: three short riddims, synthesized, in a ZIP file.
import { mkdir, writeFile } from "node:fs/promises";
import { crc32, deflateRawSync } from "node:zlib";
import { chance } from "./seeded.ts";

const RATE = 16_000;
/** Semitones above A2 (110 Hz). */
const pitch = (semitones: number) => 110 * 2 ** (semitones / 12);

/** A riddim: its tempo, and what plays on each sixteenth of its bars. */
interface Riddim {
  name: string;
  bpm: number;
  bars: number;
  /** Beats of the drums in a bar of sixteen steps. */
  kick: readonly number[];
  snare: readonly number[];
  hat: readonly number[];
  /** Root and chord of each bar. */
  roots: readonly number[];
  chord: readonly number[];
  /** Steps where the chord is struck, and where the bass plays which interval. */
  stabs: readonly number[];
  bass: readonly (readonly [step: number, interval: number])[];
  /** The steel pan's tune: step of the whole round, and interval. */
  pan: readonly (readonly [step: number, interval: number])[];
}

const RIDDIMS: readonly Riddim[] = [
  {
    name: "01 Walk In",
    bpm: 92,
    bars: 4,
    kick: [0, 3, 8, 11],
    snare: [6, 14],
    hat: [2, 4, 10, 12],
    roots: [0, 5, -2, 0],
    chord: [0, 3, 7, 10],
    stabs: [4, 12],
    bass: [
      [0, 0],
      [3, 0],
      [6, 7],
      [10, 0],
      [13, -2],
    ],
    pan: [
      [0, 12],
      [6, 15],
      [10, 19],
      [20, 17],
      [26, 15],
      [36, 22],
      [42, 19],
      [48, 15],
      [56, 12],
    ],
  },
  {
    name: "02 Stay for This One",
    bpm: 122,
    bars: 6,
    kick: [0, 4, 8, 12],
    snare: [3, 6, 11, 14],
    hat: [2, 6, 10, 14],
    roots: [0, 0, 5, 7, 0, 7],
    chord: [0, 4, 7, 11],
    stabs: [2, 5, 10, 13],
    bass: [
      [0, 0],
      [3, 0],
      [4, 7],
      [8, 0],
      [11, 4],
      [14, 7],
    ],
    pan: [
      [0, 16],
      [3, 19],
      [6, 24],
      [16, 23],
      [22, 19],
      [32, 21],
      [35, 24],
      [38, 28],
      [48, 26],
      [54, 23],
      [64, 16],
      [70, 19],
      [80, 23],
      [88, 24],
    ],
  },
  {
    name: "03 You Don't Have to Go Home",
    bpm: 76,
    bars: 4,
    kick: [8],
    snare: [8],
    hat: [0, 2, 4, 6, 10, 12, 14],
    roots: [0, -4, 3, -2],
    chord: [0, 3, 7],
    stabs: [4, 12],
    bass: [
      [0, 0],
      [4, 0],
      [7, 3],
      [10, 5],
      [14, 7],
    ],
    pan: [
      [0, 12],
      [8, 19],
      [16, 15],
      [32, 22],
      [40, 19],
      [48, 17],
      [56, 14],
    ],
  },
];

/** Mono sound of a riddim, -1 to 1. */
function play({ name, bpm, bars, kick, snare, hat, roots, chord, stabs, bass, pan }: Riddim): Float32Array {
  const step = Math.round((RATE * 60) / bpm / 4);
  const sound = new Float32Array(step * 16 * bars + RATE);
  const random = chance(`music-${name}`);
  /** Adds a voice that lasts `seconds`; `wave` gets the seconds since it began. */
  const add = (at: number, seconds: number, wave: (t: number) => number) => {
    const from = at * step;
    const samples = Math.min(Math.round(seconds * RATE), sound.length - from);
    for (let i = 0; i < samples; i++) sound[from + i]! += wave(i / RATE);
  };
  const noise = () => random.range(-1, 1);
  const sine = (hertz: number, t: number) => Math.sin(2 * Math.PI * hertz * t);
  for (let bar = 0; bar < bars; bar++) {
    const first = bar * 16;
    const root = roots[bar % roots.length]!;
    // The drums come in after the first bar.
    if (bar > 0) {
      for (const at of kick)
        add(first + at, 0.3, (t) => 0.8 * sine(46 + 90 * Math.exp(-t * 34), t) * Math.exp(-t * 11));
      for (const at of snare) add(first + at, 0.16, (t) => (0.26 * noise() + 0.2 * sine(196, t)) * Math.exp(-t * 26));
    }
    for (const at of hat) add(first + at, 0.05, (t) => 0.1 * noise() * Math.exp(-t * 80));
    for (const at of stabs)
      for (const interval of chord)
        add(first + at, 0.22, (t) => 0.07 * (sine(pitch(root + interval + 12), t) + 0.4 * sine(pitch(root + interval + 24), t)) * Math.exp(-t * 13));
    for (const [at, interval] of bass)
      add(first + at, 0.4, (t) => 0.34 * Math.tanh(2.2 * sine(pitch(root + interval - 12), t)) * Math.exp(-t * 5));
  }
  // Steel pan: a tone, its octave and a twelfth that dies sooner.
  for (const [at, interval] of pan)
    add(at, 1.1, (t) => {
      const hertz = pitch(interval + 12);
      return 0.2 * (sine(hertz, t) * Math.exp(-t * 4) + 0.5 * sine(hertz * 2.004, t) * Math.exp(-t * 7) + 0.25 * sine(hertz * 3.01, t) * Math.exp(-t * 14));
    });
  return sound;
}

/** A WAV file: mono, 16 bits. */
function toWav(sound: Float32Array): Buffer {
  const data = Buffer.alloc(sound.length * 2);
  // Steps of 64 can't be heard in this music, and compress to half the size.
  for (const [i, value] of sound.entries()) data.writeInt16LE(Math.round((Math.tanh(value) * 32_000) / 64) * 64, i * 2);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A ZIP file of some files, all dated January 1, 2026. */
function toZip(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const date = ((2026 - 1980) << 9) | (1 << 5) | 1;
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    locals.push(Buffer.from("PK\u0003\u0004", "latin1"), common, Buffer.from(name, "latin1"), packed);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), common, entry, Buffer.from(name, "latin1"));
    offset += 4 + 26 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** All riddims in a row, as one WAV file. */
export function playAll(): Buffer {
  const parts = RIDDIMS.map(play);
  const sound = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    sound.set(part, at);
    at += part.length;
  }
  return toWav(sound);
}

/** Writes the mixtape that the demo's shop sells. */
export async function makeMusic(): Promise<void> {
  const folder = new URL("../db/seed/media/files", import.meta.url).pathname;
  const tracks = RIDDIMS.map((riddim) => ({ name: `${riddim.name}.wav`, bytes: toWav(play(riddim)) }));
  const list = `SOUND CLASH MIXTAPE\nSavage Gentlemen, SGX Media\n\n${RIDDIMS.map(({ name, bpm }) => `${name} (${bpm} BPM)`).join("\n")}\n`;
  const zip = toZip([...tracks, { name: "Track list.txt", bytes: Buffer.from(list) }]);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/sound-clash-mixtape.zip`, zip);
  console.log(`made the mixtape, ${zip.length} bytes`);
}
