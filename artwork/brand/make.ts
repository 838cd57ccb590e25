import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { withinBytes } from "../files.ts";
import { SHEET } from "../ink.ts";
import { BRAND } from "../palette.ts";
import { print } from "../press.ts";
import { chance } from "../seeded.ts";
import { brandCard } from "./card.ts";
import {
  faviconSvg,
  iconSvg,
  logoSvg,
  markSvg,
  plumesSvg,
  scalesSvg,
  wordmarkStackedSvg,
  wordmarkSvg,
} from "./drawings.ts";

const FOLDER = new URL("../../public/brand", import.meta.url).pathname;

/** A seamless tile of faint paper grain: bone specks on nothing. */
async function grain(): Promise<Buffer> {
  const random = chance("grain");
  const side = 112;
  const pixels = Buffer.alloc(side * side * 4);
  for (let i = 0; i < side * side; i += 1)
    pixels.set([243, 236, 224, random.next() < 0.34 ? random.pick([10, 18, 28]) : 0], i * 4);
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png({ palette: true, colors: 4, compressionLevel: 9 })
    .toBuffer();
}

const icon = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();

/** Writes the logo, icons, the social card and the textures into public/brand. */
export async function makeBrand(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const card = sharp(await print(brandCard), { raw: { ...SHEET, channels: 3 } }).extract({
    left: 0,
    top: 0,
    width: 1200,
    height: 630,
  });
  const files: Record<string, string | Buffer> = {
    "mark.svg": markSvg(),
    "wordmark.svg": wordmarkSvg(),
    "wordmark-stacked.svg": wordmarkStackedSvg(),
    "logo-on-dark.svg": logoSvg(BRAND.bone),
    "logo-on-light.svg": logoSvg(BRAND.night),
    // Email programs show no SVG. Its ground is opaque, so that no dark mode hides the letters.
    "logo-email.png": await sharp(Buffer.from(logoSvg(BRAND.bone)), { density: 400 })
      .resize({ height: 112 })
      .flatten({ background: BRAND.night })
      .png({ palette: true, colors: 64, compressionLevel: 9 })
      .toBuffer(),
    "favicon.svg": faviconSvg(),
    "favicon-32.png": await icon(faviconSvg(), 32),
    "apple-touch-icon.png": await icon(iconSvg(0.74), 180),
    "icon-192.png": await icon(faviconSvg(), 192),
    "icon-512.png": await icon(faviconSvg(), 512),
    "icon-maskable-512.png": await icon(iconSvg(0.56), 512),
    "social-default.jpg": await withinBytes(90_000, 80, 40, (quality) =>
      card.clone().jpeg({ quality, mozjpeg: true }).toBuffer(),
    ),
    "grain.png": await grain(),
    "scales.svg": scalesSvg(),
    "plumes.svg": plumesSvg(),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(`${FOLDER}/${name}`, content);
  console.log(`made ${Object.keys(files).length} brand files`);
}
