import { createHmac } from "node:crypto";
import { mailboxOf } from "#contract/email-address.ts";
import type { Tx, Queryable } from "#server/platform/db/database.ts";
import { allRows, firstValue, hasRows, run } from "#server/platform/db/rows.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import type { BatchRow } from "../batches/store.ts";

/** What a person took by a link. */
interface ClaimedComps {
  orderId: string;
  units: number;
  /** The keyed hash of their email. */
  claimant: Buffer;
}

/** What is kept of an email that claimed: it tells whether the same mailbox comes again, not what it is. */
export const claimantOf = (email: string, key: Buffer): Buffer =>
  createHmac("sha256", key)
    .update(`claimant:${mailboxOf(email)}`)
    .digest();

/** Units of a batch that were issued, and whether its time is up by the database clock. */
export async function findLevel(
  db: Queryable,
  { id, endsAt }: BatchRow,
): Promise<{ issued: number; last: number; isEnded: boolean }> {
  const [level] = await allRows(db)<{ issued: number; last: number; isEnded: boolean }>`
    select coalesce(sum(units), 0)::integer as issued, coalesce(max(position), 0) as last,
      ${endsAt}::timestamptz <= clock_now() as "isEnded"
    from comp_guests where batch_id = ${id}::uuid`;
  return level!;
}

/** Whether an email claimed by this link before. */
export function hasClaimed(tx: Tx, batchId: string, claimant: Buffer): Promise<boolean> {
  return hasRows(tx)`select from comp_guests where batch_id = ${batchId}::uuid and claimant = ${claimant}`;
}

/** Stores a claim that was issued, at the next position. The link's row is locked. */
export async function insertClaim(
  tx: Tx,
  batchId: string,
  position: number,
  { orderId, units, claimant }: ClaimedComps,
): Promise<void> {
  await run(tx)`
    insert into comp_guests (batch_id, position, units, status, order_id, claimant)
    values (${batchId}::uuid, ${position}, ${units}, 'issued', ${orderId}::uuid, ${claimant})`;
}

/** Forgets that an email claimed anything. */
export async function forgetClaimant(tx: Tx, claimant: Buffer): Promise<void> {
  await run(tx)`update comp_guests set claimant = null where claimant = ${claimant}`;
}

/** Whether a moment is still to come by the database clock. */
export async function isToCome(tx: Tx, at: Date): Promise<boolean> {
  return (await firstValue(tx)`select ${at}::timestamptz > clock_now()`) === true;
}

/** The name and size of a ticket type. */
export async function findType(db: Queryable, id: number): Promise<{ name: string; ticketsPerUnit: number }> {
  const [type] = await allRows(db)<{ name: string; ticketsPerUnit: number }>`
    select name, tickets_per_unit as "ticketsPerUnit" from ${eventsTables.ticket_types} where id = ${id}`;
  return type!;
}
