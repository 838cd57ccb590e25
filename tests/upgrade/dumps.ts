import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { createBackup } from "#server/platform/backup/backup.ts";
import { restoreBackup } from "#server/platform/backup/restore.ts";
import { createScene, createSamples, type Scene } from "#tests/api/scene.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/database.ts";
import { silentLog } from "#testing/own-cluster.ts";

const folder = join(import.meta.dirname, "dumps");
const root = join(import.meta.dirname, "../..");

/** The version of this code, as package.json says. */
export const thisVersion = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string })
  .version;

/** What buyers have from a version: its codes and links must work in every later one. */
export interface Handouts {
  /** When the dump was made. */
  at: string;
  eventId: number;
  admittedCode: string;
  waitingCode: string;
  /** The order's path in the API, with the key from the link in its email. */
  orderPath: string;
  orderNumber: string;
}

/** The versions that have a dump, the oldest first. */
export const listDumps = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(/\.json$/, ""))
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));

/** Restores a version's dump into a new database, with the schema of that version. */
export async function loadDump(version: string): Promise<{ database: TestDatabase; handouts: Handouts }> {
  const database = await createEmptyDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
  const file = join(folder, `${version}.tar.gz`);
  await restoreBackup({ file, dataDir, databaseUrl: database.url, replay: undefined, log: silentLog });
  rmSync(dataDir, { recursive: true });
  return { database, handouts: JSON.parse(readFileSync(join(folder, `${version}.json`), "utf8")) as Handouts };
}

/** Calls that would end the session of someone who is still needed. */
const isLeaving = (key: string) => /^(GET |POST \/api\/auth\/logout|DELETE \/api\/me)/.test(key);

/**
 * Makes this version's dump, unless there is one: a backup of a site on which every endpoint was called once, so that most
 * tables have rows.
 */
export async function writeDump(): Promise<void> {
  const file = join(folder, `${thisVersion}.tar.gz`);
  if (existsSync(file)) return;
  const scene = await createScene();
  const { site } = scene;
  const handouts = await sellTickets(scene);
  for (const [key, { as, url, body, headers }] of Object.entries(createSamples(scene))) {
    if (!isLeaving(key)) await as.call(key.split(" ")[0]!, url, body, headers);
  }
  for (const job of ["refunds", "order-documents"] as const) await site.app.runJob(job);
  // They are large, and only answer a request that is repeated within a day.
  await sql`delete from idempotency_keys where ctid not in (select ctid from idempotency_keys limit 10)`.execute(
    site.db,
  );
  const dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
  const databaseUrl = site.database.url;
  await createBackup({ dataDir, databaseUrl, archiveDir: undefined, target: file, log: silentLog });
  rmSync(dataDir, { recursive: true });
  writeFileSync(join(folder, `${thisVersion}.json`), `${JSON.stringify(handouts, null, 2)}\n`);
  await site.close();
}

async function sellTickets({ site, people, orders: { paid } }: Scene): Promise<Handouts> {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const [admittedCode, waitingCode] = order.tickets.map(({ code }) => code) as [string, string];
  const scan = { code: admittedCode, eventId, deviceId: "door-device-1", scanId: randomUUID() };
  await people.moderator.post("/api/scans", scan);
  await site.app.runJob("audit-hashes");
  const { rows } = await sql<{ text: string }>`
    select body_text as text from emails where kind = 'order_confirmation' and topic ->> 'orderId' = ${paid.id}`.execute(
    site.db,
  );
  const [, id, key] = /order=([\w-]+)&key=([\w-]+)/.exec(rows[0]!.text)!;
  const orderPath = `/api/orders/${id}?key=${key}`;
  return { at: new Date().toISOString(), eventId, admittedCode, waitingCode, orderPath, orderNumber: paid.number };
}
