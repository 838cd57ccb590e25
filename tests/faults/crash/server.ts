import { arm, countedSteps, noteEvent, type CrashPoint, type Step } from "./hook.ts";
import { createSite, type Site } from "#tests/kit/site.ts";
import { splitTransactions } from "#tests/kit/sabotage.ts";
import type { TestDatabase } from "#tests/kit/database.ts";

/**
 * A server process that is told what to do: open on a database, count from now on (and die at a step), run a sweep. All
 * that costs time is loaded before it is told anything.
 */
export type Order =
  | { do: "open"; database: Pick<TestDatabase, "connection" | "url">; settings: Record<string, string>; split: boolean }
  | { do: "arm"; point: CrashPoint | undefined }
  | { do: "sweep"; name: string }
  | { do: "tell" };
/** What it says to each order. */
export interface Word {
  port?: number;
  steps?: Step[];
  /** The order could not be carried out. */
  error?: string;
}

let site: Site;
let database: Pick<TestDatabase, "connection" | "url">;

async function obey(order: Order): Promise<Word> {
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
    case "sweep":
      noteEvent();
      await site.app.sweep(order.name);
      return {};
    case "tell":
      return { steps: countedSteps() };
  }
}

process.on("message", (order: Order) => {
  obey(order).then(
    (word) => process.send!(word),
    (error: unknown) => process.send!({ error: String(error) } satisfies Word),
  );
});
process.on("disconnect", () => process.exit(0));
process.send!({});
