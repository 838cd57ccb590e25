import type { RecordKeeper } from "#server/platform/personal-records.ts";
import { findByEmail, forgetEmail } from "./store.ts";

/** What an account's confirmed address asked to be told of. */
export const interestRecords: RecordKeeper = {
  read: async (db, { email }) => (email === null ? [] : findByEmail(db, email)),
  forget: async (tx, { email }) => {
    if (email !== null) await forgetEmail(tx, email);
  },
};
