import type { Invariant } from "./invariant.ts";

const late = "clock_now() - interval '15 minutes'";

/** Invariants of background work. */
export const workInvariants: Invariant[] = [
  {
    id: "I-46",
    holds: "No background work is still waiting fifteen minutes after it fell due or its worker stopped",
    sql: `
      select 'picture' as what, id::text, leased_until as since from pictures
      where status = 'processing' and leased_until < ${late}
      union all
      select 'comparison', id::text, coalesce(leased_until, started_at) from reconciliation_runs
      where done_at is null and coalesce(leased_until, started_at) < ${late}
      union all
      select 'payment', id::text, next_check_at from payments
      where status in ('starting', 'open', 'processing', 'declined') and next_check_at < ${late}
      union all
      select 'refund', id::text, next_attempt_at from refunds where status = 'pending' and next_attempt_at < ${late}
      union all
      select 'dispute', id::text, next_check_at from disputes
      where (status = 'open' or (status = 'won') = (withdrawn_at is not null)) and next_check_at < ${late}
      union all
      select 'paper', id::text, due_at from order_documents where number is null and due_at < ${late}
      union all
      select 'scheduled event', id::text, publish_at from events where visibility = 'draft' and publish_at < ${late}`,
  },
];
