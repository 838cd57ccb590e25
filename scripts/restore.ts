import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { checkBackup, restoreBackup } from "#server/platform/backup/restore.ts";
import { runCommand } from "./run-command.ts";

// `npm run restore -- FILE [--archive FOLDER [--until TIME]] [--check]`: restores a backup into an empty DATA_DIR (and,
// for a backup of tables, an empty DATABASE_URL). --archive also replays what the lost site wrote to its ARCHIVE_DIR after
// the backup. --check reads the file and restores nothing.

const usage = "Usage: npm run restore -- FILE [--archive FOLDER [--until TIME]] [--check]";

await runCommand(async (signal) => {
  const { values, positionals } = parseArgs({
    options: { archive: { type: "string" }, until: { type: "string" }, check: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  const { archive, until } = values;
  const isUnclear = file === undefined || positionals.length > 1 || (until !== undefined && archive === undefined);
  if (isUnclear) throw new StartFailure(usage);
  if (values.check) {
    const { createdAt } = await checkBackup(file, console);
    return console.log(`${file} is complete. It was made at ${createdAt}.`);
  }
  const { dataDir, databaseDirectUrl } = readConfig();
  const { createdAt } = await restoreBackup({
    file,
    dataDir: resolve(dataDir),
    databaseUrl: databaseDirectUrl,
    replay: archive === undefined ? undefined : { archiveDir: resolve(archive), until: readUntil(until) },
    log: console,
    signal,
  });
  console.log(`Restored the backup of ${createdAt} into ${resolve(dataDir)}. Start the site with \`npm start\`.`);
});

function readUntil(text: string | undefined): Date | "latest" {
  if (text === undefined) return "latest";
  const time = new Date(text);
  // Without an offset, the machine's zone would decide.
  if (!Number.isNaN(time.getTime()) && /(Z|[+-]\d\d:\d\d)$/.test(text)) return time;
  throw new StartFailure("--until takes a time with its offset, such as 2026-11-28T21:30:00-05:00.");
}
