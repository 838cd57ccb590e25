import type { Config } from "#server/config.ts";
import type { KeyVerdict } from "#server/modules/payments/index.ts";
import type { Disk } from "#server/platform/disk.ts";
import type { ServerCondition } from "#server/platform/db/migrate.ts";

/** What one look found: fine, worth a thought, or broken; in plain words, and how to mend it. */
export interface Finding {
  about: "Settings" | "Database" | "Clock" | "Disk" | "Email" | "Storage" | "Payments";
  outcome: "fine" | "warning" | "broken";
  says: string;
  mend?: string;
}

type About = Finding["about"];
const fine = (about: About, says: string): Finding => ({ about, outcome: "fine", says });
const warning = (about: About, says: string, mend: string): Finding => ({ about, outcome: "warning", says, mend });
const broken = (about: About, says: string, mend: string): Finding => ({ about, outcome: "broken", says, mend });
export const findings = { fine, warning, broken };

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

/** How the email server answered; undefined code if it let us in. */
export function reportMail(
  config: Pick<Config, "smtpUrl" | "mailFrom">,
  failure: { code?: string } | undefined,
): Finding {
  if (config.smtpUrl === undefined) {
    return warning("Email", "No email server is connected, so nothing is being sent.", "Set SMTP_URL.");
  }
  const { host } = new URL(config.smtpUrl);
  if (failure === undefined) {
    return /@localhost>?$/.test(config.mailFrom)
      ? warning(
          "Email",
          `${host} lets us in, but the sender is ${config.mailFrom}.`,
          "Set MAIL_FROM to an address of yours.",
        )
      : fine("Email", `${host} lets us in. Nothing was sent.`);
  }
  if (failure.code === "EAUTH") {
    return broken("Email", `${host} refuses the user or the password.`, "Correct both in SMTP_URL, percent-encoded.");
  }
  if (failure.code === "ETLS") {
    return broken(
      "Email",
      `${host} and this machine can't agree on TLS.`,
      "Use smtps:// with port 465, or smtp:// with 587.",
    );
  }
  return broken(
    "Email",
    `${host} doesn't answer as an email server${failure.code === undefined ? "" : ` (${failure.code})`}.`,
    "Correct host and port in SMTP_URL, and let this machine through the firewall.",
  );
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

/** Payments. @param verdict undefined without keys */
export function reportPayments(
  { payments, production, stripe }: Pick<Config, "payments" | "production" | "stripe">,
  verdict: KeyVerdict | undefined,
): Finding {
  const about = "Payments";
  if (payments === "sandbox" || stripe === undefined || verdict === undefined) {
    const says = "The built-in sandbox takes no real money.";
    return production ? warning(about, says, "Set PAYMENTS=stripe and the Stripe keys.") : fine(about, says);
  }
  if (verdict === "unreachable") {
    return broken(
      about,
      "Stripe doesn't answer.",
      "Let this machine reach api.stripe.com:443, and check status.stripe.com.",
    );
  }
  const mend = "Copy the key again from the Stripe dashboard into STRIPE_SECRET_KEY: see docs/runbooks/stripe.md.";
  if (verdict === "refused") return broken(about, "Stripe refuses the key.", mend);
  if (verdict !== "valid" && (verdict === "live") !== stripe.live) {
    return broken(about, `STRIPE_SECRET_KEY looks ${stripe.live ? "live" : "test"}, but Stripe says ${verdict}.`, mend);
  }
  return production && !stripe.live
    ? warning(
        about,
        "Stripe accepts the key, but it's a test key: no real money moves.",
        "Set a live key to sell tickets.",
      )
    : fine(about, `Stripe accepts the ${stripe.live ? "live" : "test"} key, and a webhook secret is set.`);
}
