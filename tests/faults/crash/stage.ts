import { cloneTestDatabase, createTestDatabase, type TestDatabase } from "#testing/database.ts";
import type { Books } from "#testing/fake-stripe/books.ts";
import { type FakeStripe, startFakeStripe } from "#testing/fake-stripe/index.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createSite } from "#testing/site.ts";
import { carryTo } from "#tests/payments/stripe-kit.ts";
import type { Flow, Scene } from "./flow.ts";

/** A flow's scene in a database that every run of the flow copies. */
export interface Stage {
  database: TestDatabase;
  scene: Scene;
  /** The card processor's data. */
  books: Books;
}

/** Sets up a flow's scene. Drop the stage's database after the last run. */
export async function setStage(flow: Flow): Promise<Stage> {
  const database = await createTestDatabase();
  await installMovingClock(database);
  const processor = await startFakeStripe();
  const site = await createSite({ database, settings: settingsOf(flow, processor) });
  processor.webhookEvents.sendTo(carryTo(site));
  const scene = await flow.prepare(site, processor);
  await site.close();
  await processor.close();
  return { database, scene, books: processor.ledger };
}

const settingsOf = (flow: Flow, processor: FakeStripe): Record<string, string> => ({
  ...flow.settings,
  ...(flow.paysAtProcessor === true ? processor.settings : {}),
});

/** The environment of one run: a copy of the scene's database, a mail server, a card processor. */
export async function openSet(flow: Flow, stage: Stage) {
  const database = await cloneTestDatabase(stage.database);
  const mailServer = await startMailServer();
  const processor = await startFakeStripe({ books: stage.books.copy() });
  return {
    database,
    mailServer,
    settings: { SMTP_URL: mailServer.url, ...settingsOf(flow, processor) },
    surroundings: { processor, wait: (seconds: number) => moveClock(database, seconds) },
    async close() {
      await mailServer.close();
      await processor.close();
      await database.drop();
    },
  };
}
/** What one run of a flow works with. */
export type RunSet = Awaited<ReturnType<typeof openSet>>;
