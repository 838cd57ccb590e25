import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { emptyMails, findMailMoments, findMailRecords, kindsOf, type MailOwner } from "#server/modules/email/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { RecordOwner, RecordSource } from "#server/platform/personal-records.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";
import { findOrderIdsOf, forgottenAddress } from "../records-store.ts";

// A person's emails are those to their address and those about their orders.

async function ownerOf(deps: Deps, db: Queryable, owner: RecordOwner): Promise<MailOwner> {
  const staffKinds = kindsOf(deps, ({ isForStaff }) => isForStaff === true);
  return { email: owner.email, orderIds: await findOrderIdsOf(db, owner), staffKinds };
}

/** A person's emails on their timeline. */
export const mailTimeline = (deps: Deps): TimelineSource => ({
  kind: "mail",
  find: async (db, owner, before, limit) => findMailMoments(db, await ownerOf(deps, db, owner), before, limit),
});

/** The emails that a person got: for their data download, and for account deletion. They are found through orders. */
export const mailRecords = (deps: Deps): RecordSource => ({
  read: async (db, owner) => findMailRecords(db, await ownerOf(deps, db, owner)),
  forget: async (tx, owner) => emptyMails(tx, await ownerOf(deps, tx, owner), deletedDisplayName, forgottenAddress),
});
