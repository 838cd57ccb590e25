// Makes the demo's replay: posters that fade into each other over the mixtape's riddims, as HLS segments.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needFfmpeg } from "./intro/encode.ts";
import { playAll } from "./music.ts";

/** The posters in order, and how long each is shown. */
const POSTERS = ["sound-clash-no-7", "island-frequencies", "jouvert-at-midnight", "last-lap"];
const SECONDS = 9;
const FADE = 1;
/** What the repository has room for, with the segments all together. */
const MAX_BYTES = 2_000_000;

/** Draws the replay into `db/seed/media/streams`. The same ffmpeg makes the same files. */
export async function makeReplay(): Promise<void> {
  needFfmpeg();
  const media = new URL("../db/seed/media", import.meta.url).pathname;
  const folder = join(media, "streams", "sound-clash-rewind");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), "replay-"));
  const wav = join(work, "music.wav");
  await writeFile(wav, playAll());
  const inputs = POSTERS.flatMap((key) => `-loop 1 -t ${SECONDS} -framerate 15 -i ${media}/posters/${key}-social.jpg`.split(" "));
  const scaled = POSTERS.map((_, n) => `[${n}:v]scale=686:360,crop=640:360:x='(in_w-out_w)*t/${SECONDS}':y=0,format=yuv420p[p${n}]`);
  const faded = POSTERS.slice(1).map((_, n) => {
    const from = n === 0 ? "p0" : `f${n}`;
    return `[${from}][p${n + 1}]xfade=duration=${FADE}:offset=${(n + 1) * (SECONDS - FADE)}[f${n + 1}]`;
  });
  const seconds = POSTERS.length * (SECONDS - FADE) + FADE;
  const options = `-map [f${POSTERS.length - 1}] -map ${POSTERS.length}:a -t ${seconds} -c:v libx264 -pix_fmt yuv420p -profile:v main -preset veryslow -crf 30 -g 60 -sc_threshold 0 -threads 1 -c:a aac -b:a 64k -ac 2 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -f hls -hls_time 4 -hls_list_size 0 -hls_playlist_type vod -hls_flags independent_segments -hls_segment_type fmp4 index.m3u8`;
  const { status, stderr } = spawnSync(
    "ffmpeg",
    ["-hide_banner", "-loglevel", "error", ...inputs, "-stream_loop", "-1", "-i", wav, "-filter_complex", [...scaled, ...faded].join(";"), ...options.split(" ")],
    { cwd: folder, encoding: "utf8" },
  );
  await rm(work, { recursive: true, force: true });
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > MAX_BYTES) throw new Error(`The replay has ${bytes} bytes, more than ${MAX_BYTES}`);
  console.log(`made the replay, ${seconds} s, ${bytes} bytes`);
}
