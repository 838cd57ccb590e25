import type { Queryable } from "./db/database.ts";

/** Finds what people call the things of one kind, by their ids as the activity log stores them. Deleted ones are left out. */
export type TargetNamer = (db: Queryable, ids: string[]) => Promise<{ id: string | number; name: string }[]>;

/** The ids among these that are numbers: a log may hold others for the same kind. */
export const numbersAmong = (ids: string[]): number[] => ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number);

/** The ids among these that are UUIDs. */
export const uuidsAmong = (ids: string[]): string[] =>
  ids.filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id));
