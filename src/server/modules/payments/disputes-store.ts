import { sql } from "kysely";
import { bool, integer, oneOf, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
import { providerNames, type ProviderDispute } from "./provider.ts";
import { disputeStatuses, type DisputeStatus } from "./rules.ts";

const disputeRow = {
  id: uuid,
  paymentId: uuid,
  providerRef: text,
  amountCents: integer,
  status: oneOf(...disputeStatuses),
  isWithdrawn: bool,
};

/** A dispute as stored. */
export type DisputeRow = RowFrom<typeof disputeRow>;

const columns = sql`
  id, payment_id as "paymentId", provider_ref as "providerRef", amount_cents as "amountCents", status,
  withdrawn_at is not null as "isWithdrawn"`;

const disputedPayment = { id: uuid, subjectId: uuid, isCaptured: bool };

/** Locks the payment of a dispute; `isCaptured` says whether we have its money yet. */
export function lockDisputed(tx: Tx, paymentId: string): Promise<RowFrom<typeof disputedPayment> | undefined> {
  return firstRow(tx, disputedPayment)`
    select id, subject_id as "subjectId", captured_cents is not null as "isCaptured" from payments
    where id = ${paymentId} for update`;
}

/** A dispute by the provider's id. The caller has locked its payment. */
export function findDispute(db: Queryable, providerRef: string): Promise<DisputeRow | undefined> {
  return firstRow(db, disputeRow)`
    select ${columns} from disputes where provider_ref = ${providerRef}`;
}

/** Stores a dispute as open. */
export function insertDispute(tx: Tx, id: string, paymentId: string, report: ProviderDispute): Promise<void> {
  return run(tx)`
    insert into disputes (id, payment_id, provider_ref, amount_cents, reason, status, evidence_due_at)
    values (${id}, ${paymentId}, ${report.ref}, ${report.amountCents}, ${report.reason}, 'open', ${report.evidenceDueAt})`;
}

/** Updates a dispute; `withdrawn` says whether the bank has its money. */
export function writeDispute(
  tx: Tx,
  dispute: { id: string; status: DisputeStatus; withdrawn: boolean; evidenceDueAt: Date | null },
): Promise<void> {
  return run(tx)`
    update disputes set status = ${dispute.status}, evidence_due_at = ${dispute.evidenceDueAt},
      withdrawn_at = case when ${dispute.withdrawn} then coalesce(withdrawn_at, clock_now()) end,
      closed_at = case when ${dispute.status} = 'open' then null else coalesce(closed_at, clock_now()) end
    where id = ${dispute.id}`;
}

const claimedDispute = { provider: oneOf(...providerNames), providerRef: text };

/**
 * Disputes that we haven't heard about for an hour, claimed for one lookup each: open ones, and those whose money
 * hasn't moved yet.
 */
export function claimOpenDisputes(db: Queryable, limit: number): Promise<RowFrom<typeof claimedDispute>[]> {
  return allRows(db, claimedDispute)`
    update disputes d set next_check_at = clock_now() + interval '1 hour'
    from payments p
    where p.id = d.payment_id and d.id in (select id from disputes
      where (status = 'open' or (status = 'won') = (withdrawn_at is not null)) and next_check_at <= clock_now()
                 order by next_check_at limit ${limit} for update skip locked)
    returning p.provider, d.provider_ref as "providerRef"`;
}
