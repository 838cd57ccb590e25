import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Config } from "#server/config.ts";
import { checkContent } from "#server/modules/admin/index.ts";
import { findMoneyReaders } from "#server/modules/accounts/index.ts";
import { checkMailServer } from "#server/modules/email/index.ts";
import { checkPaymentProvider } from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { openDatabase, type ConnectionSettings } from "#server/platform/db/database.ts";
import { inspectServer, pendingMigrations } from "#server/platform/db/migrate.ts";
import { readDisk } from "#server/platform/disk.ts";
import { createBucketStore } from "#server/platform/files/bucket-store.ts";
import { createFolderStore, type FileStore } from "#server/platform/files/folder-store.ts";
import { findRunningPostgres, startBuiltInPostgres } from "#server/platform/postgres/index.ts";
import * as rules from "./rules.ts";
import { findings, type Finding } from "#server/platform/finding-rules.ts";
import type { Probe } from "./rules.ts";

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Everything the doctor looks at, in order. Each looks and changes nothing that stays. */
export const checks: ((config: Config) => Promise<Finding[]>)[] = [
  checkDatabase,
  async ({ dataDir }) => [rules.reportDisk(await readDisk(resolve(dataDir)).catch(() => undefined), resolve(dataDir))],
  async (config) => [await checkMailServer(config)],
  checkStorage,
  async (config) => [await checkPaymentProvider(config)],
];

async function checkDatabase(config: Config): Promise<Finding[]> {
  const dataDir = resolve(config.dataDir);
  if (config.databaseUrl !== undefined) return inspect({ connectionString: config.databaseUrl });
  const running = findRunningPostgres(dataDir);
  if (running !== undefined) return inspect(running);
  if (!existsSync(join(dataDir, "postgres", "cluster"))) {
    return [findings.warning("Database", "There's no built-in database yet.", "Start the site once: it creates one.")];
  }
  try {
    const started = await startBuiltInPostgres({ dataDir, log: silent });
    try {
      return await inspect(started.connection);
    } finally {
      await started.stop();
    }
  } catch (error) {
    return [
      findings.broken("Database", `The built-in database doesn't start: ${(error as Error).message}`, builtInRunbook),
    ];
  }
}

const builtInRunbook = "See docs/runbooks/built-in-database.md.";

async function inspect(connection: ConnectionSettings): Promise<Finding[]> {
  const { db, pool, close } = openDatabase(connection, { size: 1 });
  try {
    const pending = (await pendingMigrations(pool)).length;
    const found = rules.reportServer(await inspectServer(pool), pending);
    if (pending === 0 && (await findMoneyReaders(db)).length === 0) {
      const says = "Nobody gets alerts about failed refunds and disputes.";
      found.push(findings.warning("Email", says, "Add a contact email: /admin?section=settings."));
    }
    return pending === 0 ? [...found, ...(await checkContent(db))] : found;
  } catch (error) {
    const isOurs = error instanceof Error && error.name === "StartFailure";
    return [
      isOurs ? findings.broken("Database", error.message, builtInRunbook) : rules.explainUnreachable(codeOf(error)),
    ];
  } finally {
    await close();
  }
}

async function checkStorage({ bucket, dataDir }: Config): Promise<Finding[]> {
  if (bucket !== undefined) {
    const where = `the bucket ${bucket.bucket} at ${new URL(bucket.endpoint).host}`;
    return [rules.reportStorage(await probe(createBucketStore(bucket, "quarantine/")), where)];
  }
  const folder = join(resolve(dataDir), "media");
  // The site creates its folders itself, as its own user.
  const verdict = existsSync(folder) ? await probe(createFolderStore(folder)) : "not_created";
  return [rules.reportStorage(verdict, `folder ${folder}`)];
}

/** Writes a file that nothing serves, reads it again and deletes it. */
async function probe(store: FileStore): Promise<Probe> {
  const name = `doctor-${randomBytes(8).toString("hex")}.txt`;
  const content = randomBytes(32);
  const work = await mkdtemp(join(tmpdir(), "doctor-"));
  try {
    await store.put(name, content);
    const copy = join(work, name);
    if (!(await store.copyTo(name, copy)) || !(await readFile(copy)).equals(content)) return "missing";
    return "works";
  } catch (error) {
    if (error instanceof AppError && error.code === "storage_full") return "full";
    const reason = error instanceof AppError ? String(error.cause) : "";
    return /answered 40[13]/.test(reason) || ["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "")
      ? "refused"
      : "unreachable";
  } finally {
    await store.remove(name).catch(() => undefined);
    await rm(work, { recursive: true, force: true });
  }
}
