import { chromium } from "playwright-core";
import { StartFailure } from "#server/platform/app-error.ts";
import { browserArguments } from "#testing/browser.ts";
import { answersMark } from "#web/lib/use-now.ts";
import { findSite } from "./measuring/running-demo.ts";
import "./plain-failures.ts";
import { findOrInstallChromium } from "./testing/chromium.ts";

// `npm run first-load [-- http://localhost:3000 [PATH]]`: bytes that a first visit transfers until the load event, by
// kind, in a new browser that has not seen the splash, and bytes after it. JavaScript has a budget for everything
// requested by the load event or until the page responds to input, whichever is later.

/** The checkout needs its form at once (docs/first-load.md). */
const budgetKilobytes = (path: string) => (path.startsWith("/checkout") ? 132 : 112);

const [address, path = "/"] = process.argv.slice(2);
const site = await findSite(address);
const found = findOrInstallChromium();
if ("missing" in found) throw new StartFailure(`${found.missing}.`);

interface Sent {
  url: string;
  kind: string;
  bytes: number;
  afterLoad: boolean;
  afterAnswer: boolean;
}

const browser = await chromium.launch({ executablePath: found.path, args: browserArguments });
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const devtools = await page.context().newCDPSession(page);
  const sent = new Map<string, Sent>();
  let loaded = false;
  let answers = false;
  await page.exposeFunction("recordAnswer", () => (answers = true));
  await page.addInitScript((mark) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName(mark).length > 0)
        (globalThis as unknown as { recordAnswer: () => void }).recordAnswer();
    }).observe({ type: "mark" });
  }, answersMark);
  await devtools.send("Network.enable");
  devtools.on("Page.loadEventFired", () => (loaded = true));
  await devtools.send("Page.enable");
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type }) =>
    sent.set(requestId, { url: request.url, kind: type ?? "Other", bytes: 0, afterLoad: loaded, afterAnswer: answers }),
  );
  // Only the compressed body: no budget counts headers.
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const entry = sent.get(requestId);
    if (entry) entry.bytes += encodedDataLength;
  });
  await page.goto(site + path, { waitUntil: "load" });
  await page.waitForTimeout(3000);

  const foreign = [...sent.values()].filter(({ url }) => !url.startsWith(site) && !url.startsWith("data:"));
  const scripts = [...sent.values()].filter(
    ({ kind, afterLoad, afterAnswer }) => kind === "Script" && !(afterLoad && afterAnswer),
  );
  const total = sum(scripts);
  for (const kind of new Set([...sent.values()].map((entry) => entry.kind))) {
    const of = [...sent.values()].filter((entry) => entry.kind === kind);
    const before = of.filter((entry) => !entry.afterLoad);
    console.log(
      `${kind.padEnd(12)} ${kilo(sum(before)).padStart(8)} kB by the load event, ${kilo(sum(of) - sum(before)).padStart(8)} kB after it`,
    );
  }
  if (!answers) throw new Error("The page never became interactive.");
  console.log(
    `\nJavaScript until the page is interactive: ${kilo(total)} kB compressed (budget ${budgetKilobytes(path)} kB)`,
  );
  for (const { url, bytes } of scripts.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`  ${kilo(bytes).padStart(7)}  ${url.slice(site.length)}`);
  for (const { url } of foreign) console.log(`Request to another host: ${url}`);
  process.exitCode = total > budgetKilobytes(path) * 1000 || foreign.length > 0 ? 1 : 0;
} finally {
  await browser.close();
}

function sum(entries: Sent[]): number {
  return entries.reduce((bytes, entry) => bytes + entry.bytes, 0);
}

function kilo(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
