import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pixels } from "./canvas.ts";
import type { Format } from "./formats.ts";
import { FPS } from "./timing.ts";

/** What a file may weigh at most. */
const MAX_BYTES = 200_000;

/** The files are smaller than what is drawn: on a phone nobody sees the difference, and half the bits are saved. */
const SCALE = 3 / 4;

/** What each codec is told. */
const CODECS = {
  // High profile, 4:2:0 and the index up front: plays inline on every phone. Even quality (crf), coarser until it fits;
  // but what stays on the screen at the end, once the light has crossed the mark, is drawn afresh and clean.
  mp4: "-c:v libx264 -profile:v high -level 3.1 -preset veryslow -tune animation -x264-params keyint=250:threads=2:zones=115,119,q=19 -force_key_frames 4.7917 -movflags +faststart",
  // Looks at the whole film first and then shares the bits out.
  webm: "-c:v libvpx-vp9 -profile:v 0 -deadline good -cpu-used 2 -auto-alt-ref 1 -lag-in-frames 25 -g 250 -threads 2 -row-mt 0 -tile-columns 0",
} as const;

/** Says plainly what is missing, before an hour is spent on frames. */
export function needFfmpeg(): void {
  if (spawnSync("ffmpeg", ["-version"]).error)
    throw new Error(
      "The intro film is encoded with ffmpeg, which is not installed here. Install it (Debian or Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg) and run this again. The made films are committed, so only remaking them needs it.",
    );
}

/** Encodes the frames at the best quality that fits and gives back the file's size. */
export async function encode(
  frames: readonly Pixels[],
  format: Format,
  kind: keyof typeof CODECS,
  path: string,
): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), "intro-"));
  const press = (options: string, out: readonly string[]) => run(frames, format, `${CODECS[kind]} ${options}`, out);
  try {
    for (let crf = 40, bytes = 196_000; ; bytes *= 0.96) {
      if (kind === "mp4") await press(`-crf ${crf}`, [path]);
      else {
        const options = `-b:v ${Math.round((bytes * 8 * FPS) / frames.length)} -passlogfile ${scratch}/log`;
        await press(`${options} -pass 1`, ["-f", "null", "-"]);
        await press(`${options} -pass 2`, [path]);
      }
      const { size } = await stat(path);
      if (size <= MAX_BYTES) return size;
      // A step of crf takes off about a thirteenth.
      crf += Math.ceil((Math.log(size / MAX_BYTES) / 0.08) * 2) / 2;
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function run(frames: readonly Pixels[], format: Format, codec: string, out: readonly string[]): Promise<void> {
  const input = `-f rawvideo -pix_fmt rgb24 -s ${format.width}x${format.height} -r ${FPS} -i -`;
  // A breath of blur takes the razor off the dots' edges, which cost bits and are not missed on a phone.
  const color =
    `-vf gblur=sigma=1.2,scale=${format.width * SCALE}:${format.height * SCALE}:out_color_matrix=bt709:out_range=tv:flags=lanczos+accurate_rnd+full_chroma_inp -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv`;
  const plain = "-an -map_metadata -1 -fflags +bitexact -flags:v +bitexact";
  const words = `-hide_banner -loglevel error -y ${input} ${color} ${codec} ${plain}`.split(" ");
  const ffmpeg = spawn("ffmpeg", [...words, ...out], { stdio: ["pipe", "inherit", "inherit"] });
  const ended = once(ffmpeg, "exit");
  for (const frame of frames) if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, "drain");
  ffmpeg.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg failed (${code}) on an intro film`);
}
