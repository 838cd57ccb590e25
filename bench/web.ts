import { chromium, type Browser, type CDPSession } from "playwright-core";
import { pagePaths } from "#contract/page-paths.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { browserArguments } from "#testing/browser.ts";
import { answersMark } from "#web/lib/use-now.ts";
import { findEventPath } from "../scripts/measuring/running-demo.ts";
import { findOrInstallChromium, findOrInstallHeadlessShell } from "../scripts/testing/chromium.ts";
import { calibrateMachine } from "./kit/calibration.ts";
import { ratioOf, readOptions, reportFailures, requireFigure } from "./kit/figures.ts";
import { startSite } from "./kit/running-site.ts";

/** Pages of staff: everything else is measured. */
const staffPages = new Set([
  "/ticket-scanner",
  "/admin",
  "/analytics",
  "/user-management",
  "/ticket-management",
  "/free-tickets",
  "/email-management",
]);

/** What Chromium calls a kind of request, and what it is called here. */
const kinds: Record<string, string> = { Script: "JavaScript", Font: "fonts", Image: "pictures", Media: "film" };
const columns = ["JavaScript", "fonts", "pictures", "film", "other"] as const;

interface Opened {
  bytes: Record<(typeof columns)[number], number>;
  /** Requests that began before the page could be used, and all of them. */
  requests: { usable: number; all: number };
  usableMs: number;
  mainThreadMs: number;
  longTasks: number;
  longTaskMs: number;
}

/**
 * What each public page costs who opens it first, on a phone's screen, in a browser that has seen nothing of the site: bytes
 * by kind, requests until it can be used, main-thread time and long tasks. Times are multiples of the calibration loop of
 * the same round. The site has the demo. The long form: `--rounds 7`.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { rounds: "1", settle: "2", only: "" });
  const found = findOrInstallHeadlessShell() ?? findOrInstallChromium();
  if (typeof found !== "string" && "missing" in found) throw new StartFailure(found.missing);
  const site = await startSite({ DEMO: "1" });
  const browser = await chromium.launch({
    executablePath: typeof found === "string" ? found : found.path,
    args: browserArguments,
  });
  try {
    const paths = (await findPaths(site.baseUrl)).filter((path) => path.includes(options.only!));
    await openPage(browser, site.baseUrl + paths[0]!, 0);
    const opened = new Map<string, { page: Opened; loopMs: number }[]>(paths.map((path) => [path, []]));
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const path of paths) {
        const loopMs = calibrateMachine() * 1000;
        const page = await openPage(browser, site.baseUrl + path, Number(options.settle) * 1000);
        opened.get(path)!.push({ page, loopMs });
      }
    }
    print(opened);
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** An address for each public page: those of an event and of a product too. */
async function findPaths(baseUrl: string): Promise<string[]> {
  const event = await findEventPath(baseUrl);
  const answer = await fetch(`${baseUrl}/api/shop/products`);
  const { items } = (await answer.json()) as { items: { slug: string }[] };
  if (items.length === 0) throw new StartFailure("The demo has no products.");
  const addresses = pagePaths
    .filter((path) => !staffPages.has(path))
    .map((path) => (path.startsWith("/events/:") ? event : path));
  return [...addresses, `/shop?product=${items[0]!.slug}`];
}

interface Sent {
  kind: (typeof columns)[number];
  bytes: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Opens a page in a new browser context and waits until nothing of its beginning is left. */
async function openPage(browser: Browser, address: string, settleMs: number): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(`${address}: ${error.message}`));
    page.on("response", (response) => {
      if (response.status() >= 500) errors.push(`${response.url()} answered ${response.status()}`);
    });
    const devtools = await context.newCDPSession(page);
    const sent = await watchRequests(devtools);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { benchLongTasks: tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
        // Node's types know no browser's entries.
        type: "longtask" as never,
        buffered: true,
      });
    });
    await page.goto(address, { waitUntil: "load" });
    await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, answersMark);
    await page.waitForTimeout(settleMs);
    const seen = await page.evaluate((mark) => {
      const { benchLongTasks } = globalThis as unknown as { benchLongTasks: number[] };
      const { startTime } = performance.getEntriesByName(mark)[0]!;
      return { usableMs: startTime, usableAt: performance.timeOrigin + startTime, longTasks: benchLongTasks };
    }, answersMark);
    const { metrics } = await devtools.send("Performance.getMetrics");
    const taskSeconds = metrics.find(({ name }) => name === "TaskDuration")!.value;
    reportFailures(errors);
    const requests = [...sent.values()];
    const bytes = Object.fromEntries(columns.map((column) => [column, 0])) as Opened["bytes"];
    for (const request of requests) bytes[request.kind] += request.bytes;
    return {
      bytes,
      requests: { usable: requests.filter(({ at }) => at <= seen.usableAt).length, all: requests.length },
      usableMs: seen.usableMs,
      mainThreadMs: taskSeconds * 1000,
      longTasks: seen.longTasks.length,
      longTaskMs: seen.longTasks.reduce((sum, ms) => sum + ms, 0),
    };
  } finally {
    await context.close();
  }
}

/** Records what a page requests: only bodies count, as they are transferred. */
async function watchRequests(devtools: CDPSession): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type, wallTime }) => {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    const kind = (kinds[type ?? ""] ?? "other") as Sent["kind"];
    sent.set(requestId, { kind, bytes: 0, at: wallTime * 1000 });
  });
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const request = sent.get(requestId);
    if (request !== undefined) request.bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  return sent;
}

function print(opened: Map<string, { page: Opened; loopMs: number }[]>): void {
  console.log(
    `\n${["JS kB", "fonts", "pictures", "film", "other", "requests", "of all", "usable", "main thread", "long tasks"].map((title) => title.padStart(12)).join("")}`,
  );
  for (const [path, rounds] of opened) {
    const middle = (figure: (page: Opened, loopMs: number) => number) =>
      middleOf(rounds.map(({ page, loopMs }) => figure(page, loopMs)));
    const cells = [
      ...columns.map((column) => (middle(({ bytes }) => bytes[column]) / 1000).toFixed(1)),
      requireFigure(middle(({ requests }) => requests.usable)).toFixed(0),
      requireFigure(middle(({ requests }) => requests.all)).toFixed(0),
      `${middle(({ usableMs }, loopMs) => ratioOf(usableMs, loopMs)).toFixed(3)}x`,
      `${middle(({ mainThreadMs }, loopMs) => ratioOf(mainThreadMs, loopMs)).toFixed(3)}x`,
      `${middle(({ longTasks }) => longTasks).toFixed(0)}: ${middle(({ longTaskMs }, loopMs) => longTaskMs / loopMs).toFixed(3)}x`,
    ];
    console.log(`${cells.map((cell) => cell.padStart(12)).join("")}  ${path}`);
  }
  console.log("kB: bodies as transferred. x: multiples of the calibration loop, measured before each page\n");
}

/** The median; nothing may be a figure here: a page without film transfers none. */
const middleOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
