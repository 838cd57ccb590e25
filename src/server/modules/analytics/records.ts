import type { RecordKeeper } from "#server/platform/personal-records.ts";
import { findVisitsOf, forgetVisitor } from "./store.ts";

/** What an account looked at while it was signed in. */
export const analyticsRecords: RecordKeeper = {
  read: (db, { id }) => findVisitsOf(db, id),
  forget: (tx, { id }) => forgetVisitor(tx, id),
};
