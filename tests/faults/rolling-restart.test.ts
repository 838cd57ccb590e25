import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { startBalancer } from "#testing/balancer.ts";
import { draft } from "#testing/site.ts";
import { report, showsProgress } from "./kit/progress.ts";
import { startRealServer } from "./kit/real-server.ts";
import { openSellingSite } from "./kit/selling-site.ts";

const rounds = showsProgress ? 20 : 2;
const clients = 10;
const requestsPerSecond = 50;
const longestStopMs = 25_000;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** Two nodes behind a balancer, and visitors who come through it. */
async function openTwoNodes({ stopWaitSeconds, checkEveryMs }: { stopWaitSeconds: number; checkEveryMs: number }) {
  const shop = await openSellingSite({ buyers: 1, capacity: 100_000 });
  open.push(shop);
  const start = () => startRealServer(shop.databaseUrl, { STOP_WAIT_SECONDS: String(stopWaitSeconds) });
  const nodes = [await start(), await start()];
  for (const node of nodes) open.push({ close: () => node.stop() });
  const balancer = await startBalancer(
    nodes.map(({ baseUrl }) => baseUrl),
    checkEveryMs,
  );
  open.push(balancer);
  for (const { baseUrl } of nodes) await expect.poll(() => balancer.isReady(baseUrl)).toBe(true);
  const { eventId, ticketTypeId, buyers } = shop.target(() => []);
  const visitors = startVisitors(balancer.baseUrl, [
    { path: "/" },
    { path: "/events" },
    { path: `/api/events/${eventId}` },
    { path: "/api/orders", token: buyers[0]!, body: draft([{ ticketTypeId, quantity: 1 }]) },
    { path: "/healthz" },
  ]);
  open.push({ close: visitors.stop });
  return { nodes, balancer, visitors };
}

interface Wish {
  path: string;
  token?: string;
  body?: unknown;
}

/** Visitors who each have one lasting connection and together send fifty requests a second. */
function startVisitors(baseUrl: string, wishes: Wish[]) {
  let stopped = false;
  let sent = 0;
  const failed: string[] = [];

  async function ask(agent: Agent, { path, token, body }: Wish): Promise<void> {
    const outcome = await new Promise<string>((resolve) => {
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      };
      const asked = request(baseUrl + path, { agent, headers, method: body === undefined ? "GET" : "POST" });
      asked.once("error", (error) => resolve(error.message));
      asked.once("response", (answer) => {
        text(answer).then(
          (whole) => resolve(answer.statusCode! < 300 && whole !== "" ? "" : `${answer.statusCode} ${whole}`),
          (error: Error) => resolve(error.message),
        );
      });
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
    sent++;
    if (outcome !== "") failed.push(`${path}: ${outcome.slice(0, 200)}`);
  }

  const startedAt = performance.now();
  const people = Array.from({ length: clients }, async (_, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // Each at its own moments, however long the responses take: whoever is late catches up.
    for (let turn = index; !stopped; turn += clients) {
      await sleep(Math.max(0, startedAt + (1000 * turn) / requestsPerSecond - performance.now()));
      await ask(agent, wishes[(turn + Math.floor(turn / clients)) % wishes.length]!);
    }
    agent.destroy();
  });
  return {
    failed,
    get sent() {
      return sent;
    },
    perSecond: () => (1000 * sent) / (performance.now() - startedAt),
    async stop() {
      stopped = true;
      await Promise.all(people);
    },
  };
}

type TwoNodes = Awaited<ReturnType<typeof openTwoNodes>>;

/** Restarts one node after the other, as a deployment does. */
async function restartEach({ nodes, balancer }: TwoNodes): Promise<void> {
  for (const node of nodes) {
    const at = performance.now();
    expect(await node.end()).toBe(0);
    expect(performance.now() - at).toBeLessThan(longestStopMs);
    await node.restart();
    await expect.poll(() => balancer.isReady(node.baseUrl), { timeout: 60_000 }).toBe(true);
  }
}

test(
  `${rounds} rolling restarts of two nodes behind a balancer at ${requestsPerSecond} requests a second: no request fails`,
  { timeout: 1_800_000 },
  async () => {
    const two = await openTwoNodes({ stopWaitSeconds: 3, checkEveryMs: 100 });
    for (let done = 1; done <= rounds; done++) {
      await restartEach(two);
      const { sent, failed, perSecond } = two.visitors;
      report(`rolling restarts under ${sent} requests (${Math.round(perSecond())} a second)`, {
        done,
        of: rounds,
        unit: "restarts",
        violations: failed.length,
      });
    }
    await two.visitors.stop();
    expect(two.visitors.failed).toEqual([]);
    expect(two.visitors.sent).toBeGreaterThan(rounds * 100);
  },
);

test(
  "negative control: a node that ends before the balancer notices fails requests",
  { timeout: 120_000 },
  async () => {
    const two = await openTwoNodes({ stopWaitSeconds: 0, checkEveryMs: 1000 });
    // A restart may fall right before the balancer's next look, but not every one.
    for (let round = 0; round < 5 && two.visitors.failed.length === 0; round++) await restartEach(two);
    await two.visitors.stop();
    expect(two.visitors.failed.length).toBeGreaterThan(0);
  },
);
