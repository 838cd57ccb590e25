import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { control, isControl } from "#tests/kit/stream-client.ts";
import { makeRoom, openChatSite, say, type ChatSite } from "./kit.ts";

const opened: ChatSite[] = [];
afterEach(async () => {
  for (const site of opened.splice(0)) await site.close();
});

const people = 50;
const perSecond = 1000;
const seconds = 3;

/**
 * Fifty people send a thousand messages a second into a room, for three seconds; one more sends one now and then.
 *
 * @returns how many of the flood got through, and how long each of the other's messages took to arrive
 */
async function flood(rateLimits: "on" | "off") {
  const site = await openChatSite({ settings: { RATE_LIMITS: rateLimits } });
  opened.push(site);
  const roomId = await makeRoom(site);
  const crowd = await Promise.all(Array.from({ length: people }, () => site.as("user")));
  const [author, reader] = [await site.as("user"), await site.as("user")];
  const arrivedAt = new Map<string, number>();
  const stream = await site.open(`chat.${roomId}`, {
    token: reader.token,
    onMessage(message) {
      if (!isControl(message)) arrivedAt.set((message.data as { text: string }).text, performance.now());
    },
  });
  await stream.until(control("positions"));

  const sending: Promise<unknown>[] = [];
  const latencies: Promise<number>[] = [];
  const startedAt = performance.now();
  const follow = async (text: string) => {
    const sentAt = performance.now();
    expect((await say(author, roomId, text)).status).toBe(201);
    await expect.poll(() => arrivedAt.has(text), { interval: 5 }).toBe(true);
    return arrivedAt.get(text)! - sentAt;
  };
  for (let step = 0; step < seconds * 10; step++) {
    for (let count = 0; count < perSecond / 10; count++) {
      const sent = sending.length;
      sending.push(say(crowd[sent % people]!, roomId, `Flood ${sent}`));
    }
    if (step % 10 === 5) latencies.push(follow(`Calm ${step}`));
    await sleep(Math.max(0, startedAt + (step + 1) * 100 - performance.now()));
  }
  await Promise.all(sending);
  const took = await Promise.all(latencies);
  const floodSeconds = (performance.now() - startedAt) / 1000;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from chat_messages where text like 'Flood %'`.execute(site.db);
  return { posted: rows[0]!.count, took, floodSeconds };
}

test("of a flood by fifty people, a few messages of each get through, and others' arrive within a second", async () => {
  const { posted, took, floodSeconds } = await flood("on");
  expect(posted).toBeGreaterThan(0);
  // Five in a row, then one a second.
  expect(posted).toBeLessThanOrEqual(people * (5 + Math.ceil(floodSeconds)));
  expect(Math.max(...took)).toBeLessThan(1000);
});

test("negative control: without limits, all of it gets through", async () => {
  const { posted } = await flood("off");
  expect(posted).toBe(perSecond * seconds);
});
