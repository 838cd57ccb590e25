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

/** A copy of the working tree in which mutants are applied, so that the tree itself stays unchanged. */
export interface Scratch {
  folder: string;
  /** Applies a mutant; false if it doesn't match. */
  apply(mutant: Mutant): boolean;
  /** Reverts the mutant. */
  restore(mutant: Mutant): void;
  /** Restores the working tree's web build. */
  restoreBuild(): void;
  remove(): void;
}

/** Copies all files that Git tracks or would add. Packages are linked, and the web build is copied. */
export function createScratch(): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mutants-")));
  // As accessible as the packages that it links to: the folder decides whether the database runs as another user.
  chmodSync(folder, 0o755);
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
  for (const path of files) {
    // A checkout may link its packages; the copy gets its own link below.
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
