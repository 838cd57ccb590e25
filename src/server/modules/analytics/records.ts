import type { RecordSource } from "#server/platform/personal-records.ts";
import { findVisitsOf, forgetVisitor } from "./store.ts";

/** What an account viewed while it was signed in. */
export const analyticsRecords: RecordSource = {
  read: (db, { id }) => findVisitsOf(db, id),
  forget: (tx, { id }) => forgetVisitor(tx, id),
};
