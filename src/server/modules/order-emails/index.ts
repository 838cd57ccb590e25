import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import {
  emptyMails,
  findMailMoments,
  findMailRecords,
  kindsOf,
  redirectMails,
  type MailOwner,
} from "#server/modules/email/index.ts";
import { findOrderIdsOf, forgottenAddress } from "#server/modules/orders/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineModule } from "#server/platform/module.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import { confirmationEmail } from "./confirmation-email.ts";
import { eventEmails } from "./event-mails.ts";
import { findTicketsEmails } from "./find-tickets.ts";
import { ownEmailEmails } from "./own-email-mails.ts";
import { refundEmails } from "./refund-mails.ts";
import { orderEmailRoutes } from "./routes.ts";
import { shippingEmails } from "./shipping-mail.ts";
import { ticketEmails } from "./ticket-mails.ts";

const emails = [
  confirmationEmail,
  ...refundEmails,
  ...eventEmails,
  ...ticketEmails,
  ...shippingEmails,
  ...ownEmailEmails,
  ...findTicketsEmails,
];

async function ownerOf(deps: Deps, db: Queryable, owner: RecordOwner): Promise<MailOwner> {
  const staffKinds = kindsOf(deps, ({ isForStaff }) => isForStaff === true);
  return { email: owner.email, orderIds: await findOrderIdsOf(db, owner), staffKinds };
}

/**
 * The emails about orders, and whose all emails are: a person's are those to their address and those about their orders.
 * Orders forget their buyer after the emails are emptied, which are found through them.
 */
export const orderEmails = defineModule("order-emails", { emails }, ({ deps }) => ({
  routes: (context) => orderEmailRoutes(context, deps),
  on(bus) {
    bus.on("order.email_changed", redirectMails);
  },
  timeline: {
    kind: "mail",
    find: async (db, owner, before, limit) => findMailMoments(db, await ownerOf(deps, db, owner), before, limit),
  },
  // For a person's data download, and for account deletion.
  personalData: {
    mails: {
      read: async (db, owner) => findMailRecords(db, await ownerOf(deps, db, owner)),
      forget: async (tx, owner) => emptyMails(tx, await ownerOf(deps, tx, owner), deletedDisplayName, forgottenAddress),
    },
  },
}));
