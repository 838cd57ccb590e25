import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { withinBytes } from "../files.ts";
import { encode, needFfmpeg } from "./encode.ts";
import { filmFrame } from "./film.ts";
import { LANDSCAPE, PORTRAIT, type Format } from "./formats.ts";
import type { Pixels } from "./canvas.ts";
import { FRAMES } from "./timing.ts";

const FOLDER = new URL("../../public/brand", import.meta.url).pathname;
const FORMATS = [PORTRAIT, LANDSCAPE];

const picture = (pixels: Pixels, { width, height }: Format) => sharp(pixels, { raw: { width, height, channels: 3 } });

/** Writes the film in both shapes and both codecs into public/brand, with its first frame as a poster. */
export async function makeIntro(): Promise<void> {
  needFfmpeg();
  await mkdir(FOLDER, { recursive: true });
  for (const format of FORMATS) {
    const frames: Pixels[] = [];
    for (let i = 0; i < FRAMES; i += 1) frames.push(await filmFrame(i, format));
    const name = `${FOLDER}/intro-${format.name}`;
    await writeFile(
      `${name}.jpg`,
      await withinBytes(20_000, 70, 30, (quality) =>
        picture(frames[0]!, format).jpeg({ quality, mozjpeg: true }).toBuffer(),
      ),
    );
    for (const kind of ["mp4", "webm"] as const) {
      const bytes = await encode(frames, format, kind, `${name}.${kind}`);
      console.log(`filmed intro-${format.name}.${kind}: ${Math.round(bytes / 1000)} kB`);
    }
  }
}

/** Writes every third frame (an eighth of a second) of both shapes as two contact sheets into `folder`. */
export async function previewIntro(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const format of FORMATS) {
    const columns = 8;
    const wide = format.name === "portrait" ? 200 : 320;
    const high = Math.round((wide * format.height) / format.width);
    const shots = Array.from({ length: FRAMES / 3 }, (_, i) => i * 3 + 1);
    const tiles = [];
    for (const [i, frame] of shots.entries())
      tiles.push({
        input: await picture(await filmFrame(frame, format), format)
          .resize(wide, high)
          .png()
          .toBuffer(),
        left: (i % columns) * (wide + 6),
        top: Math.floor(i / columns) * (high + 6),
      });
    await sharp({
      create: {
        width: columns * (wide + 6),
        height: Math.ceil(shots.length / columns) * (high + 6),
        channels: 3,
        background: "#444",
      },
    })
      .composite(tiles)
      .png()
      .toFile(`${folder}/intro-${format.name}.png`);
    console.log(`previewed intro-${format.name}`);
  }
}
