import { statfs } from "node:fs/promises";

const mebibyte = 1024 ** 2;
/** With less, PostgreSQL can't add its next log segment of 16 MB, and writes fail. */
const fullBytes = 16 * mebibyte;
const lowBytes = 1024 * mebibyte;
const lowShare = 0.05;

/** The space on the disk that a folder is on. */
export interface Disk {
  /** What the site may still use, in bytes. */
  freeBytes: number;
  totalBytes: number;
  /** True with less than a gigabyte free, or with less than 5% on a disk smaller than 20 GB. */
  isLow: boolean;
}

/** Whether a disk is almost full, by the space that is free. */
export const checkSpace = (freeBytes: number, totalBytes: number): Disk => ({
  freeBytes,
  totalBytes,
  isLow: freeBytes < Math.min(lowBytes, totalBytes * lowShare),
});

/** Reads the space on the disk that a folder is on. @throws Error of the system if there is no such folder */
export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return checkSpace(bavail * bsize, blocks * bsize);
}

/** What operators see of the disk: `full` when writes fail or are about to. */
type DiskStatus = "ok" | "low" | "full" | "unknown";

/**
 * Sums up the disk in one word.
 *
 * @param disk undefined if it couldn't be read
 * @param wasRefused whether the database just refused a write because its own disk is full
 */
export function diskStatus(disk: Disk | undefined, wasRefused: boolean): DiskStatus {
  if (wasRefused || (disk !== undefined && disk.freeBytes < fullBytes)) return "full";
  if (disk === undefined) return "unknown";
  return disk.isLow ? "low" : "ok";
}
