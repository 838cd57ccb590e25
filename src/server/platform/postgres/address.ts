import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import type { DatabaseFolders } from "./folders.ts";
import type { Account } from "./program.ts";
import type { DatabaseConnection } from "./settings.ts";

const user = "site";
const database = "site";
const socketPort = 5432;

/** The kernel's limit for a socket's full path: 107 bytes on Linux, 103 on macOS. */
const longestSocketPath = 103;
const temporaryPrefix = "site-db-";

/**
 * Decides where the database listens: on a unix socket that only its account and root can access; on Windows, on a free
 * loopback port.
 */
export async function chooseAddress(folders: DatabaseFolders, { owner }: Account): Promise<DatabaseConnection> {
  if (process.platform === "win32") {
    return { host: "127.0.0.1", port: await freePort(), user, database, password: readPassword(folders) };
  }
  const fits = Buffer.byteLength(join(folders.socket, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;
  // Not os.tmpdir(): on macOS that path is long, and as root the database's account may not have access to it.
  const host = fits ? folders.socket : mkdtempSync(join("/tmp", temporaryPrefix));
  mkdirSync(host, { recursive: true, mode: 0o700 });
  if (owner) chownSync(host, owner.uid, owner.gid);
  return { host, port: socketPort, user, database };
}

/**
 * Removes what a dead postmaster left at its address. Call it only if none is alive: a live one would become
 * unreachable.
 */
export function clearAddress(socketFolder: string) {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    rmSync(join(socketFolder, name), { force: true });
  }
  const isTemporary = dirname(socketFolder) === "/tmp" && basename(socketFolder).startsWith(temporaryPrefix);
  if (isTemporary) rmSync(socketFolder, { recursive: true, force: true });
}

/** The password for the loopback port: created once, stored beside the cluster. */
export function readPassword(folders: DatabaseFolders): string {
  if (!existsSync(folders.password)) {
    writeFileSync(folders.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(folders.password, "utf8").trim();
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
