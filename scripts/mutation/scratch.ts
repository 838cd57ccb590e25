import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../root.ts";
import type { Mutant } from "../../tests/mutants/mutant.ts";
import { applyMutant } from "./pair.ts";

/** A copy of the working tree in which faults are made, so that the tree itself stays as it is. */
export interface Scratch {
  folder: string;
  /** Puts a fault in; false where it does not apply. */
  apply(mutant: Mutant): boolean;
  /** Takes the fault out again. */
  restore(mutant: Mutant): void;
  /** Puts the built web of the working tree back. */
  restoreBuild(): void;
  remove(): void;
}

/** Copies what Git knows or would add. Packages are linked, and the built web is copied. */
export function makeScratch(): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mutants-")));
  // As open as the packages that it links: a database that runs as another user is decided by the folder.
  chmodSync(folder, 0o755);
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
  for (const path of files) {
    // A checkout may link its packages; the copy gets a link of its own below.
    if (path === "node_modules") continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  symlinkSync(realpathSync(join(root, "node_modules")), join(folder, "node_modules"), "junction");

  function restoreBuild() {
    rmSync(join(folder, "dist"), { recursive: true, force: true });
    cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  }
  restoreBuild();

  return {
    folder,
    apply(mutant) {
      const text = applyMutant(readFileSync(join(root, mutant.file), "utf8"), mutant);
      if (text !== undefined) writeFileSync(join(folder, mutant.file), text);
      return text !== undefined;
    },
    restore: ({ file }) => copyFileSync(join(root, file), join(folder, file)),
    restoreBuild,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
