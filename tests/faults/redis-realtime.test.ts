import { afterEach, expect, test } from "vitest";
import { startRedis } from "#testing/redis.ts";
import { publishSteadily } from "#testing/channel.ts";
import { openFollowedSite } from "./kit/followers.ts";

const topic = "sample.1";
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

test(
  "with Redis, 200 clients get every message once and in order through a restart of a node and of Redis",
  { timeout: 240_000 },
  async () => {
    const redis = await startRedis();
    opened.push({ close: () => redis.stop() });
    const followed = await openFollowedSite({ redisUrl: redis.url });
    opened.push(followed);
    const clients = followed.follow(topic, 200);
    await expect.poll(() => clients.every(({ connections }) => connections > 0)).toBe(true);
    const published = publishSteadily(followed.site, topic, { count: 100, perSecond: 10 });
    await expect.poll(() => clients[0]!.seqs.length).toBeGreaterThan(10);
    await redis.stop();
    await followed.restart(0, "stop");
    await redis.restart();
    await published;
    const all = Array.from({ length: 100 }, (_, index) => index + 1);
    await expect.poll(() => clients.filter(({ seqs }) => seqs.at(-1) !== 100).length).toBe(0);
    for (const { seqs, resets } of clients) expect([seqs, resets]).toEqual([all, 0]);
  },
);
