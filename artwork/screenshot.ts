import { writeFile } from "node:fs/promises";
import { chromium, type Browser } from "playwright-core";
import sharp, { type OverlayOptions } from "sharp";
import { findOrInstallChromium } from "../scripts/testing/chromium.ts";
import type { EventList } from "../src/contract/events/events.ts";
import { browserArguments } from "../testing/browser.ts";

// `npm run screenshot [-- http://localhost:3000]`: creates the screenshot in the repository's README of a running site: home and an
// event, each on a desktop with a phone in front of it.

const site = (process.argv[2] ?? "http://localhost:3000").replace(/\/+$/, "");
const target = new URL("../docs/screenshot.png", import.meta.url);

const desktop = { width: 1280, height: 800, shown: 860 };
const phone = { width: 390, height: 844, shown: 232 };
const canvas = { width: 1960, height: 700 };
/** Left edge of each pair, and how far the phone extends beyond the desktop's right and lower edge. */
const columns = [50, 1000];
const phoneOffset = { x: desktop.shown - phone.shown + 36, y: 118 };
const top = 50;

const found = findOrInstallChromium();
if ("missing" in found) throw new Error(found.missing);
const browser = await chromium.launch({ executablePath: found.path, args: browserArguments });
try {
  const layers: OverlayOptions[] = [];
  for (const [index, path] of ["/", await findEventPath()].entries()) {
    const left = columns[index]!;
    layers.push({ input: await shoot(browser, path, desktop, 14), left, top });
    layers.push({ input: await shoot(browser, path, phone, 26), left: left + phoneOffset.x, top: top + phoneOffset.y });
  }
  const sheet = sharp({ create: { ...canvas, channels: 3, background: "#15120e" } }).composite(layers);
  await writeFile(target, await sheet.png({ palette: true, colors: 256, effort: 10 }).toBuffer());
  console.log(`Written: ${target.pathname}`);
} finally {
  await browser.close();
}

/** An event on sale, preferably not the next one, which is already on the home page. */
async function findEventPath(): Promise<string> {
  const answer = await fetch(`${site}/api/events?when=upcoming`);
  if (!answer.ok) throw new Error(`${site} returned ${answer.status}. Start the site with its demo first (npm start).`);
  const { items } = (await answer.json()) as EventList;
  const event = items.slice(1).find((item) => item.saleStatus === "on_sale") ?? items[0];
  if (event === undefined) throw new Error(`${site} has no events. Start it with its demo (DEMO=1).`);
  return `/events/${event.id}/${event.slug}`;
}

/** Captures one screen, as an image with round corners and a thin border. */
async function shoot(from: Browser, path: string, screen: typeof desktop, radius: number): Promise<Buffer> {
  const context = await from.newContext({
    viewport: { width: screen.width, height: screen.height },
    deviceScaleFactor: 2,
    colorScheme: "dark",
    reducedMotion: "reduce",
    isMobile: screen === phone,
    hasTouch: screen === phone,
  });
  // A visitor who has seen the intro film in this session doesn't see it again.
  await context.addInitScript({ content: 'sessionStorage.setItem("hasShownSplash", "true")' });
  const page = await context.newPage();
  const answer = await page.goto(site + path, { waitUntil: "networkidle" });
  if (answer?.ok() !== true)
    throw new Error(
      `${site + path} returned ${answer?.status() ?? "nothing"}. Check that the site runs with its demo.`,
    );
  await page.evaluate("document.fonts.ready.then(() => true)");
  const shot = await page.screenshot();
  await context.close();

  const width = screen.shown;
  const height = Math.round((screen.height * width) / screen.width);
  const frame = (fill: string, stroke: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="2"/></svg>`,
    );
  const rounded = await sharp(shot)
    .resize(width, height)
    .composite([{ input: frame("#fff", "#fff"), blend: "dest-in" }])
    .png()
    .toBuffer();
  return sharp(rounded)
    .composite([{ input: frame("none", "#4a4136") }])
    .png()
    .toBuffer();
}
