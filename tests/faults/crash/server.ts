import type { JobName } from "#server/platform/job-names.generated.ts";
import { follow, onBehalfOfSite, onItsBehalf } from "./cut-off.ts";
import { arm, countedSteps, recordEvent, wordsOfStatements, type CrashPoint, type Step } from "./hook.ts";
import { startRecorder, type Recorder } from "./recorder.ts";
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
  | { do: "record" }
  | { do: "run-job"; name: JobName }
  | { do: "steps" }
  | { do: "close" }
  | { do: "recorded" };
/** A command with its number, from 1. */
export type Numbered = Order & { number: number };

/** Its reply to each command. */
export interface Reply {
  /** The command's number; 0 when it is ready for the first one. */
  to?: number;
  port?: number;
  steps?: Step[];
  recorded?: Recording;
  /** The site was cut off; the process can open another one. It may come instead of a reply. */
  isCutOff?: boolean;
  /** The command failed. */
  error?: string;
}

/** What a server process went through since the command `record`. */
export interface Recording {
  /** Source files with a function that ran. */
  sources: string[];
  /** Words of the SQL statements. */
  words: string[];
}

let site: Site;
let recorder: Recorder | undefined;
let database: Pick<TestDatabase, "connection" | "url">;

async function obey(order: Order): Promise<Reply> {
  switch (order.do) {
    case "open":
      ({ database } = order);
      site = await onBehalfOfSite(() => open(order), leave);
      return { port: (site.app.server.server.address() as { port: number }).port };
    case "arm":
      arm(database.connection, order.point);
      return {};
    case "record":
      recorder = await startRecorder();
      return {};
    case "run-job":
      recordEvent();
      await onItsBehalf(() => site.app.runJob(order.name));
      return {};
    case "close":
      await site.close();
      return {};
    case "steps":
      return { steps: await countedSteps() };
    case "recorded":
      return { recorded: { sources: (await recorder?.stop()) ?? [], words: wordsOfStatements() } };
  }
}

async function open({ settings, split }: Order & { do: "open" }): Promise<Site> {
  const opened = await createSite({
    database: { ...database, drop: async () => undefined },
    settings,
    rewriteSql: split ? splitTransactions() : undefined,
  });
  const { server } = opened.app.server;
  server.on("connection", follow);
  await opened.app.server.listen({ port: 0, host: "127.0.0.1" });
  return opened;
}

/** What is left of a site that was cut off no longer accepts connections. */
function leave(): void {
  site.app.server.server.close();
  process.send!({ isCutOff: true } satisfies Reply);
}

process.on("message", (order: Numbered) => {
  const respond = (reply: Reply) => process.send!({ ...reply, to: order.number } satisfies Reply);
  obey(order).then(respond, (error: unknown) => respond({ error: String(error) }));
});
process.on("disconnect", () => process.exit(0));
process.send!({ to: 0 } satisfies Reply);
