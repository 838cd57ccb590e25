import { get, request } from "node:http";
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { openRoom, topicOf } from "#server/modules/chat/index.ts";
import { insertMessage } from "#server/platform/realtime/store.ts";
import { lastingPort } from "#testing/lasting-port.ts";
import { startBare } from "./kit/bare-server.ts";
import { ratioOf, readOptions, requireFigure, spread } from "./kit/figures.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/**
 * The realtime channel: what an idle listener costs in memory, how long a message takes from its commit to every
 * listener, and how many messages a second reach them all, as a ratio to node:http writing the same bytes.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { clients: "1000", messages: "200", perSecond: "20", burst: "1000" });
  const clients = Number(options.clients);
  const inspector = await lastingPort();
  const site = await startSite({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector} --inspect-publish-uid=http` });
  const memoryBytes = async () => {
    await collectGarbage(inspector);
    return site.memoryBytes();
  };
  const bare = await startBare("bare-sse");
  try {
    const topic = topicOf(await site.inTransaction(site.db, (tx) => openRoom(tx, { kind: "bench", id: 1 })));
    const url = `${site.baseUrl}/api/stream/${topic}`;
    // The first ones also pay for what the process loads once.
    const first = await openListeners(url, clients);
    await first.each(1);
    const before = await memoryBytes();
    const listeners = await openListeners(url, clients);
    await listeners.each(1);
    const bytes = (await memoryBytes()) - before;
    console.log(
      `${clients} idle listeners: ${requireFigure(bytes / clients / 1024).toFixed(1)} kB each (aim: at most 60)`,
    );
    first.close();

    await measureDelivery(site, topic, listeners, Number(options.messages), Number(options.perSecond));
    const own = await measureBurst(site, topic, listeners, Number(options.burst));
    listeners.close();
    const limit = await measureBare(bare.baseUrl, clients, Number(options.burst), own.frame);
    console.log(
      `${own.perSecond.toFixed(0)} messages/s to ${clients} listeners, bare node:http ${limit.toFixed(0)}: ratio ${ratioOf(own.perSecond, limit).toFixed(2)}`,
    );
  } finally {
    bare.stop();
    await site.stop();
  }
}

/** Makes the site free what it no longer uses, so that only what listeners hold is measured. */
async function collectGarbage(port: number): Promise<void> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  for (let id = 1; id <= 3; id++) {
    const done = new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
    socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    await done;
  }
  socket.close();
}

/** Messages that are written together, on both sides. */
const batch = 50;

type Listeners = Awaited<ReturnType<typeof openListeners>>;

/** Opens streams and counts the events of each. */
async function openListeners(url: string, count: number) {
  const counts = new Int32Array(count);
  let frame = "";
  let onEvent: (index: number) => void = () => undefined;
  let wake: () => void = () => undefined;
  const closing: (() => void)[] = [];
  for (let index = 0; index < count; index++) {
    await new Promise<void>((resolve, reject) => {
      const asked = get(url, { agent: false }, (response) => {
        let begun = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          const parts = `${begun}${chunk}`.split("\n\n");
          begun = parts.pop()!;
          for (const part of parts) {
            if (!part.includes("data: ")) continue;
            if (index === 0) frame = `${part}\n\n`;
            counts[index]!++;
            onEvent(index);
          }
          wake();
        });
        response.on("error", () => undefined);
        closing.push(() => asked.destroy());
        resolve();
      });
      asked.once("error", reject);
    });
  }
  return {
    /** The last event of the first listener. */
    frame: () => frame,
    watch: (listener: typeof onEvent) => (onEvent = listener),
    /** Waits until each has so many events. */
    each: (events: number) =>
      new Promise<void>((resolve) => {
        wake = () => counts.every((seen) => seen >= events) && resolve();
        wake();
      }),
    counts,
    close: () => closing.forEach((close) => close()),
  };
}

const text = "What a night, big up the whole crew from Brooklyn to Miami".repeat(2);

async function publish({ db, inTransaction }: RunningSite, topic: string, more: object): Promise<void> {
  await inTransaction(db, (tx) => insertMessage(tx, { topic, type: "message", data: { text, ...more } }));
  await sql`select pg_notify('realtime', '')`.execute(db);
}

/** Messages at an even pace: from the start of the transaction that publishes one until each listener has it. */
async function measureDelivery(
  site: RunningSite,
  topic: string,
  listeners: Listeners,
  count: number,
  perSecond: number,
) {
  const base = listeners.counts[0]!;
  const sentAt: number[] = [];
  const samples: number[] = [];
  listeners.watch((index) => samples.push(performance.now() - sentAt[listeners.counts[index]! - base - 1]!));
  const startedAt = performance.now();
  for (let number = 0; number < count; number++) {
    const waitMs = startedAt + (1000 * number) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    sentAt.push(performance.now());
    await publish(site, topic, { number });
  }
  await listeners.each(base + count);
  listeners.watch(() => undefined);
  console.log(`${perSecond} messages/s, from publishing to each listener: ${spread(samples)}`);
}

/** All at once, in a few transactions: how many messages a second all listeners get. */
async function measureBurst(site: RunningSite, topic: string, listeners: Listeners, count: number) {
  const base = listeners.counts[0]!;
  const startedAt = performance.now();
  for (let done = 0; done < count; done += batch) {
    await site.inTransaction(site.db, async (tx) => {
      for (let number = 0; number < batch; number++)
        await insertMessage(tx, { topic, type: "message", data: { text, number } });
    });
    await sql`select pg_notify('realtime', '')`.execute(site.db);
  }
  await listeners.each(base + count);
  return { perSecond: (1000 * count) / (performance.now() - startedAt), frame: listeners.frame() };
}

/** The same bytes from node:http, in as many writes. */
async function measureBare(baseUrl: string, clients: number, count: number, frame: string): Promise<number> {
  const listeners = await openListeners(baseUrl, clients);
  const startedAt = performance.now();
  for (let done = 0; done < count; done += batch) {
    await new Promise<void>((resolve, reject) => {
      request(`${baseUrl}/write/${batch}`, { method: "POST" }, (response) => response.resume().once("end", resolve))
        .once("error", reject)
        .end(frame);
    });
  }
  await listeners.each(count);
  const perSecond = (1000 * count) / (performance.now() - startedAt);
  listeners.close();
  return perSecond;
}
