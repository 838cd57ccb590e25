// Draws every image of the site. `--only KEY` draws one poster, product, detail or face, `brand`, `map`, `music`, `replay` or `intro`; `--preview FOLDER` writes plain PNGs and nothing else.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { makeBrand } from "./brand/make.ts";
import { DETAILS, printDetail, type Detail } from "./details.ts";
import { FACES } from "./faces/all.ts";
import { writeFace, writePoster, type PosterEntry } from "./files.ts";
import { SHEET, type Printable } from "./ink.ts";
import { makeIntro, previewIntro } from "./intro/make.ts";
import { drawMap } from "./map.ts";
import { makeMusic } from "./music.ts";
import { makeReplay } from "./replay.ts";
import { POSTERS } from "./posters/all.ts";
import { print } from "./press.ts";
import { PRODUCTS } from "./products/all.ts";
import { VIEWS } from "./products/views.ts";

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, preview: { type: "string" } },
});

await printAll(POSTERS, "posters");
await printAll([...PRODUCTS, ...VIEWS], "products");
await printAll(DETAILS, "details");
await printFaces();

/** Prints the wanted sheets of a shelf into its folder, and names them in its index. */
async function printAll(shelf: readonly (Printable | Detail)[], name: string): Promise<void> {
  const folder = new URL(`../db/seed/media/${name}`, import.meta.url).pathname;
  const wanted = values.only ? shelf.filter((sheet) => values.only!.includes(sheet.key)) : shelf;
  const index: Record<string, PosterEntry> = JSON.parse(
    await readFile(`${folder}/index.json`, "utf8").catch(() => "{}"),
  );
  for (const wish of wanted) {
    const { sheet, pixels } = "of" in wish ? await printDetail(wish) : { sheet: wish, pixels: await print(wish) };
    if (values.preview) {
      await mkdir(values.preview, { recursive: true });
      await sharp(pixels, { raw: { ...SHEET, channels: 3 } })
        .resize(720)
        .png()
        .toFile(`${values.preview}/${sheet.key}.png`);
    } else {
      index[sheet.key] = await writePoster(folder, sheet, pixels);
      const sorted = shelf.flatMap(({ key }) => (index[key] ? [[key, index[key]]] : []));
      await writeFile(`${folder}/index.json`, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    }
    console.log(`printed ${sheet.key}`);
  }
}

/** The faces of the demo's members; `--only faces` makes them all. */
async function printFaces(): Promise<void> {
  const folder = values.preview ?? new URL("../db/seed/media/avatars", import.meta.url).pathname;
  const isWanted = (key: string) => !values.only || values.only.includes("faces") || values.only.includes(key);
  for (const face of FACES.filter(({ key }) => isWanted(key))) {
    await writeFace(folder, face.key, await print(face));
    console.log(`printed ${face.key}`);
  }
}

if (!values.preview && (!values.only || values.only.includes("brand"))) await makeBrand();
if (!values.preview && (!values.only || values.only.includes("map"))) await drawMap();
if (!values.preview && (!values.only || values.only.includes("music"))) await makeMusic();
if (!values.preview && (!values.only || values.only.includes("replay"))) await makeReplay();
if (!values.only || values.only.includes("intro")) await (values.preview ? previewIntro(values.preview) : makeIntro());
