import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { findOrderIdsOf, forgottenAddress } from "#server/modules/orders/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { RecordSource, RecordOwner } from "#server/platform/personal-records.ts";
import * as store from "./records-store.ts";

/** The emails that a person got: for their data download, and for account deletion. */
export const emailRecords: RecordSource = {
  read: async (db, owner) => store.findMailRecords(db, await mailsOf(db, owner)),
  forget: async (tx, owner) => store.emptyMails(tx, await mailsOf(tx, owner), deletedDisplayName, forgottenAddress),
};

async function mailsOf(db: Queryable, owner: RecordOwner): Promise<store.MailOwner> {
  return { email: owner.email, orderIds: await findOrderIdsOf(db, owner) };
}
