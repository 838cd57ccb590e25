import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { createTestDatabase } from "#testing/database.ts";
import type { Sabotage } from "#testing/sabotage.ts";
import { startServerProcess, type ServerProcess } from "#testing/server-process.ts";
import { createSite } from "#testing/site.ts";
import { isControl, openStream } from "#testing/stream-client.ts";
import { sampleTopics } from "#testing/channel.ts";

/** What a follower of a topic got: the messages' numbers, in the order of their arrival, and how often it was reset. */
interface Followed {
  seqs: number[];
  resets: number;
  connections: number;
}

/**
 * Two nodes in processes of their own, and a third one here that publishes. Followers have a stream each; one whose
 * stream ends goes on at another node.
 *
 * @param options.redisUrl wakes the nodes too
 * @param options.rewriteSql removes a guard from what is published
 */
export async function openFollowedSite(options: { redisUrl?: string; rewriteSql?: Sabotage } = {}) {
  const database = await createTestDatabase();
  const site = await createSite({
    database,
    extraModules: sampleTopics,
    rewriteSql: options.rewriteSql,
    settings: options.redisUrl === undefined ? {} : { REDIS_URL: options.redisUrl },
  });
  const environment = {
    TEST_SITE_TOPICS: "1",
    ...(options.redisUrl === undefined ? {} : { TEST_SITE_REDIS: options.redisUrl }),
  };
  const start = () => startServerProcess(database, environment);
  const nodes: ServerProcess[] = [await start(), await start()];
  let isOver = false;
  const running: Promise<void>[] = [];
  const open = new Set<{ close(): void }>();

  async function follow(topic: string, followed: Followed, first: number): Promise<void> {
    for (let turn = first; !isOver; turn++) {
      const { baseUrl } = nodes[turn % nodes.length]!;
      try {
        const since = `${topic}:${followed.seqs.at(-1) ?? 0}`;
        const stream = await openStream(baseUrl, topic, {
          since,
          onMessage(message) {
            if (!isControl(message)) followed.seqs.push(message.seq);
            else if (message.control === "reset") followed.resets++;
          },
        });
        open.add(stream);
        followed.connections++;
        await stream.ended;
        open.delete(stream);
      } catch {
        // The node is down: the other one, in a moment.
      }
      await sleep(20 + 80 * Math.random());
    }
  }

  return {
    site,
    nodes,
    /** Starts so many followers, half at each node. */
    follow(topic: string, count: number): Followed[] {
      return Array.from({ length: count }, (_, index) => {
        const followed: Followed = { seqs: [], resets: 0, connections: 0 };
        running.push(follow(topic, followed, index));
        return followed;
      });
    },
    /** Stops a node as a deployment does, or kills it, and starts it again. */
    async restart(index: number, how: "stop" | "kill") {
      await nodes[index]![how]();
      nodes[index] = await start();
    },
    async prepare(statement: string) {
      await sql.raw(statement).execute(site.db);
    },
    async close() {
      isOver = true;
      for (const stream of open) stream.close();
      await Promise.all(running);
      for (const node of nodes) await node.stop();
      await site.close();
      await database.drop();
    },
  };
}
