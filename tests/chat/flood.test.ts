import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Client } from "#testing/site.ts";
import { control, isControl } from "#testing/stream-client.ts";
import { createRoom, openChatSite, sendChat, type ChatSite } from "./kit.ts";

const opened: ChatSite[] = [];
afterEach(async () => {
  for (const site of opened.splice(0)) await site.close();
});

const people = 50;
const perSecond = 1000;
const seconds = 3;

/**
 * Fifty people send a thousand messages a second into a room, for three seconds; ten others send one each.
 *
 * @returns how many of the flood got through, and how long each of the others' messages took to arrive
 */
async function flood(rateLimits: "on" | "off") {
  const site = await openChatSite({ settings: { RATE_LIMITS: rateLimits } });
  opened.push(site);
  const roomId = await createRoom(site);
  const crowd = await Promise.all(Array.from({ length: people }, () => site.as("user")));
  const reader = await site.as("user");
  const calm = await Promise.all(Array.from({ length: 10 }, () => site.as("user")));
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
  const follow = async (author: Client, text: string) => {
    const sentAt = performance.now();
    expect((await sendChat(author, roomId, text)).status).toBe(201);
    await expect.poll(() => arrivedAt.has(text), { interval: 5 }).toBe(true);
    return arrivedAt.get(text)! - sentAt;
  };
  for (let step = 0; step < seconds * 10; step++) {
    for (let count = 0; count < perSecond / 10; count++) {
      const sent = sending.length;
      sending.push(sendChat(crowd[sent % people]!, roomId, `Flood ${sent}`));
    }
    if (step % 3 === 1) latencies.push(follow(calm[Math.floor(step / 3)]!, `Calm ${step}`));
    await sleep(Math.max(0, startedAt + (step + 1) * 100 - performance.now()));
  }
  await Promise.all(sending);
  const took = await Promise.all(latencies);
  const floodSeconds = (performance.now() - startedAt) / 1000;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from chat_messages where text like 'Flood %'`.execute(site.db);
  return { posted: rows[0]!.count, took, floodSeconds };
}

/** The one in the middle: the first ones come while everyone still has messages left. */
const median = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!;

test("of a flood by fifty people, a few messages of each get through, and others' don't wait for the rest", async () => {
  const limited = await flood("on");
  expect(limited.posted).toBeGreaterThan(0);
  // Three in a row, then one a second.
  expect(limited.posted).toBeLessThanOrEqual(people * (3 + Math.ceil(limited.floodSeconds)));
  // Negative control, on the same machine: without limits, all of it gets through, and others wait for it.
  const unlimited = await flood("off");
  expect(unlimited.posted).toBe(perSecond * seconds);
  expect(median(limited.took)).toBeLessThan(median(unlimited.took) / 3);
});
