import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createBucketStore, type BucketPatience, type BucketSettings } from "./bucket-store.ts";
import type { FileStore, ServingStore } from "./file-store.ts";
import { createFolderStore } from "./folder-store.ts";

/** Where the product keeps files, by who may see them. */
export interface Files {
  /** What /media shows to everybody. */
  shown: FileStore;
  /** What came from outside and was not looked at yet. Nothing serves it. */
  quarantine: FileStore;
  /** Set when shown files are kept in a bucket; those from before it was set are still in the folder. */
  bucket: ServingStore | undefined;
  /** The folder of shown files on this machine. */
  folder: string;
  /** A folder of this machine for work under way; what is left there is worth nothing. */
  workFolder: string;
}

/** The settings that decide where files are kept. */
export interface FileSettings {
  dataDir: string;
  bucket: BucketSettings | undefined;
}

/** Opens the stores: a bucket where one is set, folders in DATA_DIR otherwise. */
export function createFiles({ dataDir, bucket: settings }: FileSettings, patience?: BucketPatience): Files {
  const folder = resolve(join(dataDir, "media"));
  const workFolder = resolve(join(dataDir, "media-work"));
  for (const path of [folder, workFolder]) mkdirSync(path, { recursive: true });
  const inFolder = createFolderStore(folder);
  if (settings === undefined) {
    const quarantine = createFolderStore(resolve(join(dataDir, "media-quarantine")));
    return { shown: inFolder, quarantine, bucket: undefined, folder, workFolder };
  }
  const bucket = createBucketStore(settings, "media/", patience);
  const quarantine = createBucketStore(settings, "quarantine/", patience);
  return { shown: withFormerFolder(bucket, inFolder), quarantine, bucket, folder, workFolder };
}

/** Writes go to the bucket; what was kept in the folder before is read and removed there as well. */
function withFormerFolder(bucket: FileStore, folder: FileStore): FileStore {
  return {
    put: (name, content) => bucket.put(name, content),
    copyTo: async (name, path) => (await folder.copyTo(name, path)) || bucket.copyTo(name, path),
    async remove(name) {
      await folder.remove(name);
      await bucket.remove(name);
    },
    async *list() {
      yield* folder.list();
      yield* bucket.list();
    },
  };
}
