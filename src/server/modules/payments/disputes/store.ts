import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { PaymentProvider, ProviderDispute } from "../provider.ts";
import type { DisputeStatus } from "./rules.ts";

/** A dispute as it is kept. */
export interface DisputeRow {
  id: string;
  paymentId: string;
  providerRef: string;
  amountCents: number;
  status: DisputeStatus;
  isWithdrawn: boolean;
}

const columns = sql`
  id, payment_id as "paymentId", provider_ref as "providerRef", amount_cents as "amountCents", status,
  withdrawn_at is not null as "isWithdrawn"`;

/** Locks the payment that a dispute is about; `isCaptured` says whether its money has reached us yet. */
export async function lockDisputed(
  tx: Tx,
  paymentId: string,
): Promise<{ id: string; subjectId: string; isCaptured: boolean } | undefined> {
  const { rows } = await sql<{ id: string; subjectId: string; isCaptured: boolean }>`
    select id, subject_id as "subjectId", captured_cents is not null as "isCaptured" from payments
    where id = ${paymentId} for update`.execute(tx);
  return rows[0];
}

/** A dispute by the provider's name of it. Its payment is locked by the caller. */
export async function findDispute(db: Queryable, providerRef: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from disputes where provider_ref = ${providerRef}`.execute(db);
  return rows[0];
}

/** Takes a dispute down as open. */
export async function insertDispute(tx: Tx, id: string, paymentId: string, word: ProviderDispute): Promise<void> {
  await sql`
    insert into disputes (id, payment_id, provider_ref, amount_cents, reason, status, evidence_due_at)
    values (${id}, ${paymentId}, ${word.ref}, ${word.amountCents}, ${word.reason}, 'open', ${word.evidenceDueAt})`.execute(
    tx,
  );
}

/** Writes how a dispute stands; `withdrawn` says whether its money is with the bank. */
export async function writeDispute(
  tx: Tx,
  dispute: { id: string; status: DisputeStatus; withdrawn: boolean; evidenceDueAt: Date | null },
): Promise<void> {
  await sql`
    update disputes set status = ${dispute.status}, evidence_due_at = ${dispute.evidenceDueAt},
      withdrawn_at = case when ${dispute.withdrawn} then coalesce(withdrawn_at, clock_now()) end,
      closed_at = case when ${dispute.status} = 'open' then null else coalesce(closed_at, clock_now()) end
    where id = ${dispute.id}`.execute(tx);
}

/** Disputes that nobody told us of for an hour, claimed for one look each: open ones, and those whose money is to follow. */
export async function claimOpenDisputes(
  db: Queryable,
  limit: number,
): Promise<{ provider: PaymentProvider["name"]; providerRef: string }[]> {
  const { rows } = await sql<{ provider: PaymentProvider["name"]; providerRef: string }>`
    update disputes d set next_check_at = clock_now() + interval '1 hour'
    from payments p
    where p.id = d.payment_id and d.id in (select id from disputes
      where (status = 'open' or (status = 'won') = (withdrawn_at is not null)) and next_check_at <= clock_now()
                 order by next_check_at limit ${limit} for update skip locked)
    returning p.provider, d.provider_ref as "providerRef"`.execute(db);
  return rows;
}
