/** A stored file. */
export interface StoredFile {
  name: string;
  changedAt: Date;
}

/**
 * Stores files under names (letters, digits, `-`, `.`, separated by `/`). Two implementations exist: a folder on this
 * machine, and a bucket that all nodes share. A read during a write gets the whole old file or the whole new one.
 */
export interface FileStore {
  /** Stores bytes, or a copy of a local file, replacing the file of that name. @throws AppError `storage_full` */
  put(name: string, content: Buffer | { path: string }): Promise<void>;
  /** Copies a file to a local path. @returns false if there is no file of that name */
  copyTo(name: string, path: string): Promise<boolean>;
  /** Removes a file; a missing one is not an error. */
  remove(name: string): Promise<void>;
  /** All files, in no order. */
  list(): AsyncIterable<StoredFile>;
}

/** A browser's request headers for a file. */
export interface Wishes {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** A stored file on its way to a browser: the status, headers and bytes that match the request. */
export interface ServedFile {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | null;
}

/** A store that can serve its files to browsers. */
export interface ServingStore extends FileStore {
  /** Opens a file; undefined if there is none. @throws AppError `unavailable` if the store doesn't respond in time */
  open(name: string, wishes: Wishes): Promise<ServedFile | undefined>;
}
