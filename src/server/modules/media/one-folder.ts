import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Database } from "#server/platform/db/database.ts";
import type { Files } from "#server/platform/files/files.ts";
import { storeValue } from "#server/modules/settings/index.ts";

/** The folder with a database's images. It's known by an ID in it, which a copy of the folder keeps. */
interface FolderMark {
  id: string;
  /** Where the node that used it first found it. */
  host: string;
  path: string;
}

/**
 * Finds out whether this node stores images where the other nodes of its database can't see them. The first node's
 * folder is noted in the database; a folder that was emptied in the same place is noted anew.
 *
 * @returns what the operator should know, or undefined with a bucket or the same folder
 */
export async function findOtherFolder(
  db: Database,
  { folder, bucket }: Pick<Files, "folder" | "bucket">,
): Promise<string | undefined> {
  if (bucket !== undefined) return undefined;
  const own: FolderMark = { id: await readId(folder), host: hostname(), path: folder };
  const isSamePlace = (noted: unknown) => {
    const { host, path } = noted as FolderMark;
    return host === own.host && path === own.path;
  };
  const noted = (await storeValue(db, "mediaFolder", own, isSamePlace)) as FolderMark;
  if (noted.id === own.id) return undefined;
  return `The images of this database are in another folder (${noted.path} on ${noted.host}), so images uploaded here or there are missing on the other. Nodes that share a database need one DATA_DIR or a bucket (S3_ENDPOINT); if the images moved here, copy that folder with its file ${idFile}.`;
}

const idFile = ".folder-id";

/** Nodes that start together on one folder end up with one ID. */
async function readId(folder: string): Promise<string> {
  const path = join(folder, idFile);
  await writeFile(path, randomUUID(), { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(path, "utf8")).trim();
}
