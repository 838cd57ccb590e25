import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * Installs one of Debian's packages, which only root on Debian can.
 *
 * @returns whether it is installed now
 */
export function installDebianPackage(name: string, title: string): boolean {
  if (!isRoot() || !isDebian()) return false;
  console.log(`${title} wasn't found. Installing Debian's package (apt-get install ${name}) …`);
  return runQuietly("apt-get", ["update"]) && runQuietly("apt-get", ["install", "-y", "--no-install-recommends", name]);
}

export const isRoot = () => process.getuid?.() === 0;

function isDebian() {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** Runs a command and prints only its error message if it fails. */
export function runQuietly(command: string, args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status === 0) return true;
  const lines = `${stderr}\n${stdout}`.split("\n").filter(Boolean);
  console.error(error?.message ?? lines.find((line) => /error|failed|^E:/i.test(line)) ?? lines.at(-1));
  return false;
}
