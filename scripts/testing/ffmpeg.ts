import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.ts";

/** An ffmpeg that pushes streams, or how to get one. */
export type FoundFfmpeg = { path: string } | { missing: string };

/** Finds ffmpeg: FFMPEG_PATH, or one installed on the system. If there is none, installs Debian's as root. */
export function findOrInstallFfmpeg(): FoundFfmpeg {
  const path = findFfmpeg() ?? (installDebianPackage("ffmpeg", "ffmpeg") ? findFfmpeg() : undefined);
  return path === undefined
    ? { missing: "ffmpeg wasn't found and couldn't be installed. Install it, or set FFMPEG_PATH" }
    : { path };
}

/** The path of an installed ffmpeg; undefined if there is none. */
export function findFfmpeg(): string | undefined {
  const path = process.env.FFMPEG_PATH || "ffmpeg";
  return spawnSync(path, ["-version"], { stdio: "ignore" }).status === 0 ? path : undefined;
}
