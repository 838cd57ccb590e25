import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { inTransaction } from "#server/platform/db/database.ts";
import { defineModule } from "#server/platform/module.ts";
import { createSite, type Site, type SiteOptions } from "./site.ts";
import { openStream, type Stream } from "./stream-client.ts";

/** Topics `sample.…` that everyone may read, and `private.…` for the person of that id, unless a row bars them. */
export const sampleTopics = [
  defineModule("sample-topics", () => ({ topics: { prefix: "sample", mayRead: () => Promise.resolve(true) } })),
  defineModule("private-topics", ({ deps }) => ({
    topics: {
      prefix: "private",
      mayRead: async (visitor) => {
        if (visitor === undefined) return false;
        const { rows } = await sql<{ barred: boolean }>`
          select exists (select from barred where user_id = ${visitor.id}) as barred`.execute(deps.db);
        return !rows[0]!.barred;
      },
    },
  })),
];

export type Channel = Awaited<ReturnType<typeof openChannel>>;

/** A site with sample topics that listens on a port. */
export async function openChannel(options: SiteOptions = {}) {
  const site = await createSite({ extraModules: sampleTopics, ...options });
  if (options.database === undefined) await sql`create table barred (user_id bigint primary key)`.execute(site.db);
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.server.address() as { port: number };
  const baseUrl = `http://127.0.0.1:${port}`;
  const streams: Stream[] = [];
  return {
    ...site,
    baseUrl,
    async open(topics: string, more: Parameters<typeof openStream>[2] = {}): Promise<Stream> {
      const stream = await openStream(baseUrl, topics, more);
      streams.push(stream);
      return stream;
    },
    publish: (topic: string, data: unknown = {}, subject?: string) => publish(site, topic, data, subject),
    async close() {
      for (const stream of streams) stream.close();
      await site.close();
    },
  };
}

/** Publishes one message in a transaction of its own. */
export const publish = ({ app, db }: Site, topic: string, data: unknown = {}, subject?: string): Promise<number> =>
  inTransaction(db, (tx) =>
    app.deps.realtime.publish(tx, topic, "sample", data, subject === undefined ? {} : { subject }),
  );

/**
 * Publishes so many messages at a rate, several at the same time; each transaction stays open for a moment, so that they
 * overlap. The data of each is its own number.
 */
export async function publishSteadily(site: Site, topic: string, { count = 100, perSecond = 10 }): Promise<void> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await sleep(Math.max(0, startedAt + (1000 * number) / perSecond - performance.now()));
      await inTransaction(site.db, async (tx) => {
        await site.app.deps.realtime.publish(tx, topic, "sample", { number });
        // The later one often commits first, if nothing makes it wait.
        await sql`select pg_sleep(${number % 2 === 0 ? 0.15 : 0})`.execute(tx);
      });
    }),
  );
}
