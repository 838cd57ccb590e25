import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createBucketStore, type BucketPatience, type BucketSettings } from "./bucket-store.ts";
import { type FileStore, type ServingStore, createFolderStore } from "./folder-store.ts";

/** Where the product stores files, by who may see them. */
export interface Files {
  /** What /media serves to everyone. */
  shown: FileStore;
  /** Uploads that were not checked yet. Nothing serves them. */
  quarantine: FileStore;
  /** What only its buyers can download. */
  sold: ServingStore;
  /** Segments of streams. Only those who may watch a stream get them. */
  streams: ServingStore;
  /** Set if public files are stored in a bucket; older ones are still in the folder. */
  bucket: ServingStore | undefined;
  /** The local folder of public files. */
  folder: string;
  /** A local folder for work in progress; leftovers in it are worthless. */
  workFolder: string;
}

/** The settings that decide where files are stored. */
interface FileSettings {
  dataDir: string;
  bucket: BucketSettings | undefined;
}

/** The folders in DATA_DIR, by what they hold. */
export const localFolders = {
  shown: "media",
  quarantine: "media-quarantine",
  sold: "sold-files",
  streams: "streams",
  work: "media-work",
} as const;

/** Opens the stores: a bucket if one is set, folders in DATA_DIR otherwise. */
export function createFiles({ dataDir, bucket: settings }: FileSettings, patience?: BucketPatience): Files {
  const folder = resolve(join(dataDir, localFolders.shown));
  const workFolder = resolve(join(dataDir, localFolders.work));
  for (const path of [folder, workFolder]) mkdirSync(path, { recursive: true });
  const inFolder = createFolderStore(folder);
  if (settings === undefined) {
    const quarantine = createFolderStore(resolve(join(dataDir, localFolders.quarantine)));
    const sold = createFolderStore(resolve(join(dataDir, localFolders.sold)));
    const streams = createFolderStore(resolve(join(dataDir, localFolders.streams)));
    return { shown: inFolder, quarantine, sold, streams, bucket: undefined, folder, workFolder };
  }
  const bucket = createBucketStore(settings, "media/", patience);
  const quarantine = createBucketStore(settings, "quarantine/", patience);
  const sold = createBucketStore(settings, "sold/", patience);
  const streams = createBucketStore(settings, "streams/", patience);
  return { shown: withFormerFolder(bucket, inFolder), quarantine, sold, streams, bucket, folder, workFolder };
}

/** Writes go to the bucket; older files in the folder are still read and removed there. */
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
