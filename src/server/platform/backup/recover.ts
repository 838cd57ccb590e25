import { copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartFailure, type StartLog } from "../app-error.ts";
import { startBuiltInPostgres, type PostgresSettings } from "../postgres/index.ts";

/** Where recovery stops: at a time, or at the archive's end. */
export type RecoveryTarget = "latest" | Date;

/**
 * Replays an archived write-ahead log on a database that was just restored. The archive is only read.
 *
 * @throws StartFailure if the archive doesn't lead from the backup to the target
 */
export async function recover(options: {
  dataDir: string;
  archiveDir: string;
  until: RecoveryTarget;
  log: StartLog;
}): Promise<void> {
  const { dataDir, archiveDir, until, log } = options;
  const cluster = join(dataDir, "postgres", "cluster");
  await copyLog(archiveDir, join(cluster, "pg_wal"), log);
  await writeFile(join(cluster, "recovery.signal"), "", { mode: 0o600 });
  const settings: PostgresSettings = {
    // Nothing more to fetch: all there is was just copied.
    restore_command: "exit 1",
    // It accepts connections only once it has reached the target.
    hot_standby: "off",
    recovery_target_action: "promote",
    ...(until === "latest" ? {} : { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00") }),
  };
  const database = await startBuiltInPostgres({ dataDir, log, settings }).catch((error: Error) => {
    throw explain(error);
  });
  await database.stop();
}

/** The database's account may not be able to read the archive, so its files are copied for it. */
async function copyLog(archiveDir: string, to: string, log: StartLog): Promise<void> {
  const present = (await readdir(to)).filter(isSegment).toSorted();
  const archived = await readdir(archiveDir).catch((error: NodeJS.ErrnoException) => {
    throw new StartFailure(`Can't read the archive ${archiveDir} (${error.code}).`);
  });
  const last = present.at(-1)!;
  const next = archived.filter((name) => isSegment(name) && name > last).toSorted();
  const missing = findGap([last, ...next]);
  if (missing !== undefined) {
    throw new StartFailure(`The archive ${archiveDir} lacks ${missing}: nothing after it can be restored.`);
  }
  log.info(`Replaying ${next.length} files of the archive …`);
  for (const name of [...next, ...archived.filter((file) => file.endsWith(".history"))]) {
    await copyFile(join(archiveDir, name), join(to, name));
  }
}

const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);

/** Names of write-ahead log files are a timeline, and a number in two parts, of which the second ends at FF. */
const numberOf = (name: string) => Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16);

/** The first file that is missing between others of the same timeline. */
export function findGap(names: string[]): string | undefined {
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    if (next === undefined || next.slice(0, 8) !== name.slice(0, 8) || numberOf(next) === numberOf(name) + 1) continue;
    const number = numberOf(name) + 1;
    const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, "0");
    return name.slice(0, 8) + hex(Math.floor(number / 256)) + hex(number % 256);
  }
  return undefined;
}

function explain(error: Error): Error {
  if (error.message.includes("recovery ended before")) {
    return new StartFailure("The archive ends before that time. Use an earlier time, or leave out --until.");
  }
  if (error.message.includes("before consistent recovery point")) {
    return new StartFailure("The backup was completed after that time. Use an older backup.");
  }
  return error;
}
