import { Customer, CustomerTicket, type CustomerDetail, type CustomerNote } from "#contract/admin/customers.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import { shownAs } from "#server/platform/shown.ts";
import { toNote, type NewNote } from "#server/platform/staff-notes.ts";
import { lockBuyers } from "#server/modules/orders/index.ts";
import * as store from "./store.ts";

const maxTickets = 100;
const toCustomer = shownAs(Customer);
const toTicket = shownAs(CustomerTicket);

/** Customers as staff search them: one row a person. */
export const customers = defineList(store.customers, toCustomer, {
  Customer: "name",
  Email: "email",
  "Email confirmed": (customer) => (customer.isConfirmed ? "yes" : "no"),
  Account: (customer) => customer.account?.name,
  "Net spend": ({ spend }) => spend.map(({ currency, cents }) => `${(cents / 100).toFixed(2)} ${currency}`).join("; "),
  Orders: "orderCount",
  Events: "eventCount",
  "First order": "firstOrderAt",
  "Last order": "lastOrderAt",
  "Account ID": (customer) => customer.account?.id,
  "Latest order ID": "id",
});

/**
 * The customer who placed an order, with tickets and notes.
 *
 * @throws AppError `not_found` also if the buyer was deleted
 */
export async function getCustomer(db: Queryable, orderId: string): Promise<CustomerDetail> {
  const row = requireFound(await store.findCustomer(db, orderId));
  const tickets = await store.findCustomerTickets(db, orderId, maxTickets);
  const notes = await store.listNotes(db, row.userId, row.email as string);
  return {
    ...toCustomer(row),
    ticketCount: row.ticketCount,
    tickets: tickets.map(toTicket),
    notes,
  };
}

/**
 * Adds a staff note about the customer who placed an order: about their account, or about the email address if no account
 * has confirmed it. The same Idempotency-Key adds it once. The lock keeps out the deletion of the account.
 *
 * @throws AppError `not_found` | `idempotency_key_reused`
 */
export function addCustomerNote({ db }: Deps, note: NewNote): Promise<PreparedReply> {
  const { staff, orderId, idempotency } = note;
  return inTransaction(db, (tx) =>
    answerOnce(tx, idempotency, async () => {
      const { userId: id } = requireFound(await store.findCustomer(tx, orderId));
      if (id !== null) await lockBuyers(tx, [id]);
      const { userId, email } = requireFound(await store.findCustomer(tx, orderId));
      const subject = userId === null ? { userId, email: email as string } : { userId, email: null };
      const row = requireFound(await store.insertNote(tx, subject, note));
      await recordAction(tx, {
        staff,
        action: "customer_note.added",
        target: userId === null ? { kind: "order", id: orderId } : { kind: "person", id: String(userId) },
        after: { note: row.id },
      });
      return toNote(row);
    }),
  );
}

/**
 * Deletes a note (soft). It stays readable, with who deleted it; deleting it again changes nothing.
 *
 * @throws AppError `not_found`
 */
export const deleteCustomerNote = (deps: Deps, staff: Principal, noteId: number): Promise<CustomerNote> =>
  store.notes.delete(deps, staff, noteId, (tx) => {
    const target = { kind: "customer_note", id: String(noteId) };
    return recordAction(tx, { staff, action: "customer_note.deleted", target, before: { note: noteId } });
  });

/** Keeps notes about a guest without an email with them when staff enter one. */
export function subscribeToAddresses({ bus }: Deps): void {
  bus.on("order.email_changed", (tx, changes) => {
    const first = changes.filter(({ formerEmail }) => formerEmail === "");
    return store.moveGuestNotes(
      tx,
      first.map(({ orderId }) => orderId),
    );
  });
}

/** Staff notes about a person, for their data download and for deleting their account. Guests have none of their own. */
export const customerNotesRecords: RecordSource = {
  read: store.findNotesOf,
  forget: store.forgetNotes,
};

/** Customers in the staff search: by name, email or order number. */
export async function findCustomerHits(db: Database, q: string, limit: number) {
  const { items, total } = await customers.list(db, { q, sort: "-lastOrderAt" }, limit);
  return {
    total,
    hits: items.map(({ id, name, email, isConfirmed, orderCount }) => ({
      path: `/admin?section=customers&id=${id}`,
      title: name,
      detail: `${email === "" ? "no email" : email}${isConfirmed || email === "" ? "" : " (unconfirmed)"} · ${orderCount} ${orderCount === 1 ? "order" : "orders"}`,
      picture: null,
      isPast: false,
    })),
  };
}
