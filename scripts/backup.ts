import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { createBackup } from "#server/platform/backup/backup.ts";
import { runCommand } from "./run-command.ts";

// `npm run backup [-- FILE or FOLDER] [--tables]`: one file with the database and all files of the site, running or
// stopped. Uses the settings of `npm start`. docs/runbooks/backup.md says how to schedule and restore it.

await runCommand(async (signal) => {
  const { values, positionals } = parseArgs({
    options: { tables: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const { dataDir, databaseDirectUrl, archiveDir, bucket } = readConfig();
  const path = await createBackup({
    dataDir: resolve(dataDir),
    databaseUrl: databaseDirectUrl,
    archiveDir,
    asTables: values.tables,
    target: positionals[0] ?? "backups",
    log: console,
    signal,
  });
  if (bucket !== undefined) {
    console.log(
      `Images in the bucket ${bucket.bucket} aren't in the backup: turn on its versioning or copy it yourself.`,
    );
  }
  console.log(`Backup complete: ${path}`);
});
