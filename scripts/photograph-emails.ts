import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { TextKind } from "#contract/email/texts.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { inTheme } from "#server/modules/email/layout.ts";
import { qrPng } from "#server/modules/email/render.ts";
import type { Mail } from "#server/modules/email/mail.ts";
import { edgeMails } from "#testing/edge-emails.ts";
import { browserArguments } from "#testing/browser.ts";
import "./plain-failures.ts";
import { root } from "./root.ts";
import { findOrInstallChromium } from "./testing/chromium.ts";

// `npm run photograph-emails -- FOLDER [part of a name]`: every email with plain and with difficult data, as a phone (390
// pixels) and a laptop (1440) show it, by day and at night: `order_confirmation.plain.390.dark.png`.

const [folder, part = ""] = process.argv.slice(2);
if (folder === undefined) throw new StartFailure("Name the folder: npm run photograph-emails -- FOLDER.");
mkdirSync(folder, { recursive: true });
const found = findOrInstallChromium();
if ("missing" in found) throw new StartFailure(`${found.missing}.`);

const browser = await chromium.launch({ executablePath: found.path, args: browserArguments });
let count = 0;
try {
  const page = await browser.newPage();
  await page.route("**/*", (route) => {
    const file = fileOf(new URL(route.request().url()).pathname);
    return file === undefined ? route.abort() : route.fulfill({ path: file });
  });
  for (const [name, mail] of edgeMails(TextKind.options).filter(([each]) => each.includes(part))) {
    await photograph(page, name, mail);
  }
} finally {
  await browser.close();
}
console.log(`${count} pictures in ${folder}`);

/** The file that the site would serve: the brand's, or a picture of the demo. */
function fileOf(path: string): string | undefined {
  const file = path.startsWith("/media/") ? join(root, "db/seed", path) : join(root, "public", path);
  return existsSync(file) ? file : undefined;
}

async function photograph(page: Page, name: string, mail: Mail): Promise<void> {
  let html = mail.html;
  for (const { cid, code } of mail.codes) {
    html = html.replaceAll(`cid:${cid}"`, `data:image/png;base64,${(await qrPng(code)).toString("base64")}"`);
  }
  for (const width of [390, 1440]) {
    for (const theme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: theme });
      await page.setContent(inTheme(html, theme), { waitUntil: "load" });
      const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
      if (wide > width) console.log(`${name} is ${wide} pixels wide on a screen of ${width}`);
      await page.screenshot({ path: join(folder!, `${name}.${width}.${theme}.png`), fullPage: true });
      count++;
    }
  }
}
