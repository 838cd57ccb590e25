import { afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { startRedis } from "#testing/redis.ts";
import { control, numbered } from "#testing/stream-client.ts";
import { openChannel } from "#testing/channel.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

/** Two nodes that only Redis wakes: PostgreSQL doesn't notify them, and their polls never run. */
async function openNodes() {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const redis = await startRedis();
  opened.push({ close: () => redis.stop() });
  const database = await createTestDatabase();
  opened.push({ close: () => database.drop() });
  const options = { database, isNotified: false, settings: { REDIS_URL: redis.url } };
  const nodes = [await openChannel(options), await openChannel(options)] as const;
  opened.push(...nodes);
  return { redis, nodes };
}

test("Redis wakes the other nodes, also after it was restarted; meanwhile the site goes on without it", async () => {
  const {
    redis,
    nodes: [site, other],
  } = await openNodes();
  const stream = await site.open("sample.1");
  await stream.until(control("positions"));
  // Both are connected once a message arrives; until then publishing again wakes the other node.
  let seq = 0;
  await expect
    .poll(async () => {
      seq = await other.publish("sample.1", "hello");
      return stream.messages.length;
    })
    .toBeGreaterThan(0);
  await other.publish("sample.1", "woken");
  await stream.until(numbered(seq + 1));

  await redis.stop();
  // The node that publishes needs no Redis to send to its own readers.
  const own = await other.open("sample.1");
  await own.until(control("positions"));
  const during = await other.publish("sample.1", "without");
  await own.until(numbered(during));
  await redis.restart();
  await expect
    .poll(async () => {
      await other.publish("sample.1", "again");
      return stream.messages.at(-1)!.seq;
    })
    .toBeGreaterThan(during);
  const seqs = stream.messages.map((message) => message.seq);
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
});
