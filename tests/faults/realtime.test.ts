import { afterEach, expect, test } from "vitest";
import { sabotage } from "#testing/sabotage.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { publish, publishSteadily } from "#testing/channel.ts";
import { openFollowedSite } from "./kit/followers.ts";

const topic = "sample.1";
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

test(
  "200 clients of two nodes get ten messages a second through a restart and a crash: none lost, none twice, in order",
  { timeout: 240_000 },
  async () => {
    const followed = await openFollowedSite();
    opened.push(followed);
    const clients = followed.follow(topic, 200);
    await expect.poll(() => clients.every(({ connections }) => connections > 0)).toBe(true);
    const published = publishSteadily(followed.site, topic, { count: 120, perSecond: 10 });
    await expect.poll(() => clients[0]!.seqs.length).toBeGreaterThan(10);
    await followed.restart(0, "stop");
    await followed.restart(1, "kill");
    await published;
    const all = Array.from({ length: 120 }, (_, index) => index + 1);
    await expect.poll(() => clients.filter(({ seqs }) => seqs.at(-1) !== 120).length).toBe(0);
    for (const { seqs, resets } of clients) expect([seqs, resets]).toEqual([all, 0]);
    expect(Math.min(...clients.map(({ connections }) => connections))).toBeGreaterThan(1);
  },
);

test(
  "negative control: with numbers from a sequence and no lock, clients lose messages",
  { timeout: 120_000 },
  async () => {
    const numbering = /insert into realtime_topics[\s\S]*?returning seq/;
    const followed = await openFollowedSite({
      rewriteSql: sabotage([numbering, "select nextval('unlocked') as seq where $1::text is not null"]),
    });
    opened.push(followed);
    await followed.prepare("create sequence unlocked");
    await followed.prepare(`insert into realtime_topics values ('${topic}', 0)`);
    const clients = followed.follow(topic, 10);
    await expect.poll(() => clients.every(({ connections }) => connections > 0)).toBe(true);
    await publish(followed.site, topic);
    // The second message is open while the third one is published and heard, and commits after it.
    await inTransaction(followed.site.db, async (tx) => {
      await followed.site.app.deps.realtime.publish(tx, topic, "sample", {});
      await publish(followed.site, topic);
      // A node that reads it sees the gap, and says so.
      await expect.poll(() => clients.every(({ resets }) => resets > 0)).toBe(true);
    });
    await publish(followed.site, topic);
    await expect.poll(() => clients.every(({ seqs }) => seqs.at(-1) === 4)).toBe(true);
    for (const { seqs } of clients) expect(seqs).not.toContain(2);
  },
);
