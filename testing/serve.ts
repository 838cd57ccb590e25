import { sampleTopics } from "./channel.ts";
import { createSite } from "./site.ts";
import { fullAtFirst, unlocked } from "./sabotage.ts";

/**
 * A server process for tests: the whole product on the database named by TEST_SITE_DATABASE, listening on a free port,
 * which it prints. TEST_SITE_DATA_DIR is where its files go, TEST_SITE_REDIS a Redis, TEST_SITE_TOPICS=1 adds topics
 * that tests publish to. For negative controls, WITHOUT_LOCKS=1 removes row locks from its SQL, on a database with a
 * meeting point, and REFUSES_FIRST=1 makes the first read of stock say that nothing is left.
 */
const url = process.env.TEST_SITE_DATABASE!;
const guardsRemoved =
  process.env.WITHOUT_LOCKS === "1" ? unlocked() : process.env.REFUSES_FIRST === "1" ? fullAtFirst() : undefined;
const site = await createSite({
  database: { connection: { connectionString: url } as never, url, drop: async () => undefined },
  jobs: true,
  settings: {
    ...(process.env.TEST_SITE_DATA_DIR === undefined ? {} : { DATA_DIR: process.env.TEST_SITE_DATA_DIR }),
    ...(process.env.TEST_SITE_REDIS === undefined ? {} : { REDIS_URL: process.env.TEST_SITE_REDIS }),
  },
  extraModules: process.env.TEST_SITE_TOPICS === "1" ? sampleTopics : [],
  rewriteSql: guardsRemoved,
});
await site.app.server.listen({ port: 0, host: "127.0.0.1" });
const { port } = site.app.server.server.address() as { port: number };
process.stdout.write(`listening ${port}\n`);
process.on(
  "SIGTERM",
  () =>
    void site.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    ),
);
