import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { describeReport, readInvariants } from "#db/invariants/report.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { createFixtures } from "#testing/make.ts";
import { startBare } from "./kit/bare-server.ts";
import { purchase, type Tally } from "./kit/buyers.ts";
import { openDoor, scanTicket, sellOut } from "./kit/door.ts";
import { percentile, ratioOf, readOptions, requireFigure } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/** In a long run, the last third may need this many times the memory of the first; short ones are still warming up. */
const maxGrowth = 1.25;
const longMinutes = 10;

interface Sample {
  kind: string;
  /** Milliseconds since the load began. */
  at: number;
  ms: number;
}

interface Load {
  samples: Sample[];
  errors: { at: number; text: string }[];
  memory: { at: number; bytes: number }[];
}

/** Someone who does the same again and again; `undefined` means that there is nothing left to do. */
type Task = (connection: HttpConnection) => Promise<string | undefined>;

/**
 * Mixed load for minutes: visitors read pages, buyers buy from session to tickets, a door scans, and browsers report page
 * views, each at a steady pace. Memory, p99 and errors of the last third of the time are compared with those of the first,
 * and p99 with a `select 1` over HTTP beside the same load. Then every invariant of the database must hold. The long form:
 * `--minutes 30`.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { minutes: "2", visitors: "8", buyers: "4", gates: "2", pause: "40" });
  const totalMs = Number(options.minutes) * 60_000;
  const site = await startSite();
  const bare = await startBare("select-one", site.url);
  try {
    const tasks = await planTasks(site, bare.baseUrl, options);
    // What a process loads once belongs to no third.
    await drive(site, tasks, Math.min(15_000, totalMs / 4), Number(options.pause));
    const load = await drive(site, tasks, totalMs, Number(options.pause));
    print(load, totalMs);
    await checkInvariants(site);
    if (load.errors.length > 0) throw new StartFailure(`${load.errors.length} errors: ${load.errors[0]!.text}`);
    const growth = memoryOf(load, totalMs, 2) / memoryOf(load, totalMs, 0);
    if (Number(options.minutes) >= longMinutes && growth > maxGrowth)
      throw new StartFailure(`Memory grew ${growth.toFixed(2)} times (at most ${maxGrowth}).`);
  } finally {
    bare.stop();
    await site.stop();
  }
}

interface Worker {
  kind: string;
  baseUrl: string;
  count: number;
  task: Task;
}

async function planTasks(site: RunningSite, bareUrl: string, options: Record<string, string>): Promise<Worker[]> {
  const create = createFixtures(site.db);
  const eventId = await create.event({ title: "Soak" });
  const ticketTypeId = await create.ticketType({ eventId, capacity: 1_000_000 });
  const door = await openDoor(site);
  const scans = Math.ceil((Number(options.minutes) * 60_000 * 1.3 * Number(options.gates)) / Number(options.pause));
  const sold = await sellOut(site, scans);
  const paths = ["/", "/events", `/events/${eventId}`, "/api/events", `/api/events/${eventId}`, "/shop", "/community"];
  let turn = 0;
  const get: Task = async (connection) => {
    const path = paths[turn++ % paths.length]!;
    const { status } = await connection.request("GET", path, "");
    // An event's address without its words leads to the one with them.
    return status === 200 || status === 308 || status === 301 ? undefined : `${path} answered ${status}`;
  };
  const buy: Task = async (connection) => {
    const tally = { failures: [], holdMs: [], purchaseMs: [], stages: new Map() } as unknown as Tally;
    await purchase(connection, { lines: [{ ticketTypeId, quantity: 1 }] }, tally, { headers: "" });
    return tally.failures[0];
  };
  const scan: Task = async (connection) => {
    const code = sold.codes.pop();
    if (code === undefined) return "there are no tickets left to scan";
    const outcome = await scanTicket(connection, door, { code, eventId: sold.eventId, gate: 1 });
    return typeof outcome === "string" ? outcome : undefined;
  };
  const view: Task = async (connection) => {
    const body = { path: "/events", sessionId: "17-1", deviceType: "mobile", browser: "Chrome", referrer: null };
    const headers = "user-agent: Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36\r\n";
    const { status } = await connection.request("POST", "/api/analytics/page-view", headers, JSON.stringify(body));
    return status === 202 ? undefined : `a page view was answered with ${status}`;
  };
  const ask: Task = async (connection) => {
    const { status } = await connection.request("GET", "/", "");
    return status === 200 ? undefined : `select 1 answered ${status}`;
  };
  const { baseUrl } = site;
  return [
    { kind: "pages", baseUrl, count: Number(options.visitors), task: get },
    { kind: "purchases", baseUrl, count: Number(options.buyers), task: buy },
    { kind: "scans", baseUrl, count: Number(options.gates), task: scan },
    { kind: "page views", baseUrl, count: 2, task: view },
    { kind: "select 1", baseUrl: bareUrl, count: 1, task: ask },
  ];
}

/** Runs every worker at its pace until the time is over, and reads the site's memory a hundred times meanwhile. */
async function drive(site: RunningSite, workers: Worker[], durationMs: number, pauseMs: number): Promise<Load> {
  const load: Load = { samples: [], errors: [], memory: [] };
  const start = performance.now();
  const now = () => performance.now() - start;
  const people = workers.flatMap(({ kind, baseUrl, count, task }) =>
    Array.from({ length: count }, async () => {
      let connection = await HttpConnection.open(baseUrl);
      while (now() < durationMs) {
        const at = now();
        const text = await task(connection).catch((error: Error) => error.message);
        if (text === undefined) load.samples.push({ kind, at, ms: now() - at });
        else {
          load.errors.push({ at, text: `${kind}: ${text}` });
          connection.close();
          connection = await HttpConnection.open(baseUrl);
        }
        await sleep(Math.max(0, at + pauseMs - now()));
      }
      connection.close();
    }),
  );
  while (now() < durationMs) {
    load.memory.push({ at: now(), bytes: requireFigure(await site.memoryBytes()) });
    await sleep(durationMs / 100);
  }
  await Promise.all(people);
  return load;
}

/** What of a load happened in one third of its time. */
const third = <Row extends { at: number }>(rows: Row[], totalMs: number, index: number): Row[] =>
  rows.filter(({ at }) => at >= (totalMs * index) / 3 && at < (totalMs * (index + 1)) / 3);

const memoryOf = (load: Load, totalMs: number, index: number): number =>
  percentile(
    third(load.memory, totalMs, index).map(({ bytes }) => bytes / 1_048_576),
    0.5,
  );

function print(load: Load, totalMs: number): void {
  const perThird = <Figure>(figure: (index: number) => Figure) => [0, 1, 2].map(figure);
  const row = (name: string, values: number[], digits: number, unit: string) =>
    console.log(
      `${name.padEnd(22)}${values.map((value) => `${value.toFixed(digits)} ${unit}`.padStart(12)).join("")}` +
        `   last / first ${ratioOf(values[2]!, values[0]!).toFixed(2)}`,
    );
  console.log(
    `${"".padEnd(22)}${["first third", "second", "last"].map((title) => title.padStart(12)).join("")}   in ${(totalMs / 60_000).toFixed(1)} minutes`,
  );
  row(
    "memory, median",
    perThird((index) => memoryOf(load, totalMs, index)),
    0,
    "MB",
  );
  const timesOf = (kind: string, index: number) =>
    third(load.samples, totalMs, index)
      .filter((sample) => sample.kind === kind)
      .map(({ ms }) => ms);
  const bare = percentile(timesOf("select 1", 2), 0.99);
  for (const kind of new Set(load.samples.map((sample) => sample.kind))) {
    row(
      `${kind}, rate`,
      perThird((index) => timesOf(kind, index).length / (totalMs / 3000)),
      0,
      "/s",
    );
    const p99 = perThird((index) => percentile(timesOf(kind, index), 0.99));
    row(`${kind}, p99`, p99, 1, "ms");
    if (kind !== "select 1") console.log(`  ${ratioOf(p99[2]!, bare).toFixed(1)} times the p99 of a select 1`);
  }
  const errors = perThird((index) => third(load.errors, totalMs, index).length);
  console.log(`errors                ${errors.map((count) => String(count).padStart(12)).join("")}`);
  for (const text of new Set(load.errors.map((error) => error.text))) console.log(`failure: ${text}`);
}

async function checkInvariants({ url }: RunningSite): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const report = await readInvariants(client);
    const broken = report.lines.filter(({ outcome }) => outcome !== "holds");
    console.log(`${report.lines.length - broken.length} of ${report.lines.length} invariants hold`);
    if (broken.length > 0) throw new StartFailure(describeReport({ ...report, lines: broken }));
  } finally {
    await client.end();
  }
}
