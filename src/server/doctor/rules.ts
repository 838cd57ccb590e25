import type { Disk } from "#server/platform/disk.ts";
import type { ServerCondition } from "#server/platform/db/migrate.ts";
import { findings, type Finding } from "#server/platform/finding-rules.ts";

const { fine, warning, broken } = findings;

/** Why a database can't be reached, by its error's code. The text of the error could contain the address. */
export function explainUnreachable(code: string | undefined): Finding {
  const broke = (says: string, mend: string) => broken("Database", says, mend);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return broke("No machine has the database's name.", "Correct the host in DATABASE_URL.");
  }
  if (code === "ECONNREFUSED" || code === "ENOENT") {
    return broke("Nothing listens at the database's address.", "Start the database, or correct DATABASE_URL.");
  }
  if (code?.startsWith("28") === true) {
    return broke("The database refuses the user or the password.", "Correct both in DATABASE_URL.");
  }
  if (code === "3D000") return broke("The server has no database of this name.", "Create it, or correct DATABASE_URL.");
  if (code === "53300")
    return broke("The database has no free connection.", "Raise max_connections, or run fewer nodes.");
  return broke(
    `The database can't be reached${code === undefined ? "" : ` (${code})`}.`,
    "Check that it runs, and that the firewall lets this machine through.",
  );
}

/** Seconds by which the clocks of node and database can differ. */
const longestDriftSeconds = 2;

/** A database server that was reached, and the clock. */
export function reportServer(server: ServerCondition, pendingMigrations: number): Finding[] {
  const { refusal, versionName, unsafe, driftSeconds } = server;
  const drift = Math.round(Math.abs(driftSeconds) * 10) / 10;
  const clock =
    drift <= longestDriftSeconds
      ? fine("Clock", `This machine and the database agree to within ${drift} s.`)
      : broken(
          "Clock",
          `This machine is ${drift} s ${driftSeconds > 0 ? "ahead of" : "behind"} the database.`,
          "Synchronize both with NTP: timedatectl set-ntp true.",
        );
  if (refusal !== undefined) return [broken("Database", refusal, "Move to another server: see docs/deploy.md."), clock];
  if (unsafe.length > 0) {
    return [
      broken(
        "Database",
        `PostgreSQL ${versionName} can lose paid orders in a power cut: ${unsafe.join(", ")} is off.`,
        `Turn on ${unsafe.join(", ")} in its settings.`,
      ),
      clock,
    ];
  }
  if (pendingMigrations > 0) {
    return [
      warning(
        "Database",
        `PostgreSQL ${versionName}; it lacks ${pendingMigrations} migrations of this version.`,
        "Start the site: it applies them.",
      ),
      clock,
    ];
  }
  return [fine("Database", `PostgreSQL ${versionName}, safe settings, the schema is current.`), clock];
}

const gigabytes = (bytes: number) => `${Math.round(bytes / 1e8) / 10} GB`;

/** The disk of the data folder; undefined if there is no such folder yet. */
export function reportDisk(disk: Disk | undefined, folder: string): Finding {
  if (disk === undefined) {
    return warning("Disk", `There is no folder ${folder} yet.`, "Start the site once, or correct DATA_DIR.");
  }
  const room = `${gigabytes(disk.freeBytes)} of ${gigabytes(disk.totalBytes)} free in ${folder}.`;
  return disk.isLow
    ? broken("Disk", `Almost full: ${room}`, "Make room, or move DATA_DIR to a larger disk.")
    : fine("Disk", room);
}

/** What became of a file that was written, read and deleted again. */
export type Probe = "works" | "refused" | "missing" | "full" | "unreachable" | "not_created";

/** Where images are stored. @param where the bucket or the folder, as the settings name it */
export function reportStorage(probe: Probe, where: string): Finding {
  const about = "Storage";
  switch (probe) {
    case "works":
      return fine(about, `Wrote, read and deleted a file in ${where}.`);
    case "refused":
      return broken(about, `${where} refuses us.`, "Correct the S3 keys, or give this user the right to write there.");
    case "missing":
      return broken(
        about,
        `A file written to ${where} wasn't there afterwards.`,
        "Create that bucket, or correct S3_BUCKET.",
      );
    case "full":
      return broken(about, `There's no room in ${where}.`, "Make room there.");
    case "not_created":
      return warning(about, `There is no ${where} yet.`, "Start the site once, or correct DATA_DIR.");
    case "unreachable":
      return broken(about, `${where} can't be used.`, "Correct S3_ENDPOINT or DATA_DIR, and check that it's there.");
  }
}
