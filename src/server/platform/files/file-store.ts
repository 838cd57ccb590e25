/** One kept file. */
export interface KeptFile {
  name: string;
  changedAt: Date;
}

/**
 * Keeps files under names (letters, digits, `-`, `.`, parted by `/`). Two ways of keeping fulfil it: a folder of this
 * machine, and a bucket that all nodes share. Whoever reads while a file is written gets the whole former one or the
 * whole new one.
 */
export interface FileStore {
  /** Keeps bytes, or a copy of a file of this machine, in the place of what had the name. @throws AppError `storage_full` */
  put(name: string, content: Buffer | { path: string }): Promise<void>;
  /** Brings a file to a path on this machine. @returns false where there is none of that name */
  copyTo(name: string, path: string): Promise<boolean>;
  /** Removes a file; one that is gone already is no fault. */
  remove(name: string): Promise<void>;
  /** All files, in no order. */
  list(): AsyncIterable<KeptFile>;
}

/** What a browser says about the file it asks for, as its headers put it. */
export interface Wishes {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** A kept file on its way to a browser: the status, headers and bytes that fit the wishes. */
export interface ServedFile {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | null;
}

/** A store that can hand its files to browsers. */
export interface ServingStore extends FileStore {
  /** Opens a file; undefined where there is none. @throws AppError `unavailable` when the store does not answer in time */
  open(name: string, wishes: Wishes): Promise<ServedFile | undefined>;
}
