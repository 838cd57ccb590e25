import { arm, countedSteps, noteEvent, type CrashPoint, type Step } from "./hook.ts";
import { createSite, type Site } from "#testing/site.ts";
import { splitTransactions } from "#testing/sabotage.ts";
import type { TestDatabase } from "#testing/database.ts";

/**
 * A server process that takes commands: open a site on a database, count steps (and die at one), run a job. Everything
 * slow is loaded before the first command.
 */
export type Order =
  | { do: "open"; database: Pick<TestDatabase, "connection" | "url">; settings: Record<string, string>; split: boolean }
  | { do: "arm"; point: CrashPoint | undefined }
  | { do: "run-job"; name: string }
  | { do: "steps" };
/** Its reply to each command. */
export interface Reply {
  port?: number;
  steps?: Step[];
  /** The command failed. */
  error?: string;
}

let site: Site;
let database: Pick<TestDatabase, "connection" | "url">;

async function obey(order: Order): Promise<Reply> {
  switch (order.do) {
    case "open": {
      ({ database } = order);
      site = await createSite({
        database: { ...database, drop: async () => undefined },
        settings: order.settings,
        rewriteSql: order.split ? splitTransactions() : undefined,
      });
      await site.app.server.listen({ port: 0, host: "127.0.0.1" });
      const { port } = site.app.server.server.address() as { port: number };
      return { port };
    }
    case "arm":
      arm(database.connection, order.point);
      return {};
    case "run-job":
      noteEvent();
      await site.app.runJob(order.name);
      return {};
    case "steps":
      return { steps: countedSteps() };
  }
}

process.on("message", (order: Order) => {
  obey(order).then(
    (reply) => process.send!(reply),
    (error: unknown) => process.send!({ error: String(error) } satisfies Reply),
  );
});
process.on("disconnect", () => process.exit(0));
process.send!({});
