import type { RecordSource } from "#server/platform/personal-records.ts";
import { findByEmail, forgetEmail } from "./store.ts";

/** The signups of an account's confirmed address. */
export const interestRecords: RecordSource = {
  read: async (db, { email }) => (email === null ? [] : findByEmail(db, email)),
  forget: async (tx, { email }) => {
    if (email !== null) await forgetEmail(tx, email);
  },
};
