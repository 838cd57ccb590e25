// Makes every picture of the site. `--only KEY` makes one poster, `brand` or `intro`; `--preview FOLDER` writes plain PNGs and nothing else.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { makeBrand } from "./brand/make.ts";
import { writePoster, type PosterEntry } from "./files.ts";
import { SHEET } from "./ink.ts";
import { makeIntro, previewIntro } from "./intro/make.ts";
import { POSTERS } from "./posters/all.ts";
import { print } from "./press.ts";

const FOLDER = new URL("../../db/seed/media/posters", import.meta.url).pathname;
const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, preview: { type: "string" } },
});

const wanted = values.only ? POSTERS.filter((poster) => values.only!.includes(poster.key)) : POSTERS;
const index: Record<string, PosterEntry> = JSON.parse(await readFile(`${FOLDER}/index.json`, "utf8").catch(() => "{}"));

for (const poster of wanted) {
  const pixels = await print(poster);
  if (values.preview) {
    await mkdir(values.preview, { recursive: true });
    await sharp(pixels, { raw: { ...SHEET, channels: 3 } })
      .resize(720)
      .png()
      .toFile(`${values.preview}/${poster.key}.png`);
  } else {
    index[poster.key] = await writePoster(FOLDER, poster, pixels);
    const sorted = POSTERS.flatMap(({ key }) => (index[key] ? [[key, index[key]]] : []));
    await writeFile(`${FOLDER}/index.json`, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
  console.log(`printed ${poster.key}`);
}

if (!values.preview && (!values.only || values.only.includes("brand"))) await makeBrand();
if (!values.only || values.only.includes("intro")) await (values.preview ? previewIntro(values.preview) : makeIntro());
