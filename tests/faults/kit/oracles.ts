import { sql } from "kysely";
import { checkFewRows } from "#testing/invariants.ts";
import type { ReceivedMail } from "#testing/mail-server.ts";
import { moveClock } from "#testing/moving-clock.ts";
import type { Site } from "#testing/site.ts";

/** Seconds between one run of all jobs and the next: past pauses, leases and holds. */
const rests = [0, 65, 70, 700, 700, 4000];

/**
 * Finishes everything that is still to be done: runs all jobs that settle something, again and again while the database
 * clock moves on. If nothing is left to settle after the first pause, the rest of the time passes at once, before the
 * last run. The site's database needs a moving clock.
 */
export async function comeToRest(site: Site, waits: number[] = rests): Promise<void> {
  const left = [...waits];
  while (left.length > 0) {
    const isSettled = left.length < waits.length - 1 && (await findUnsettled(site)).length === 0;
    const seconds = left.splice(0, isSettled ? left.length : 1).reduce((sum, wait) => sum + wait, 0);
    if (seconds > 0) await moveClock(site.database, seconds);
    for (const name of settlingJobs(site)) await site.app.runJob(name);
  }
}

/** Jobs that render images, clean up or only check settle nothing. */
const settlesNothing =
  /^(pictures|picture-leftovers|old-|word-search$|invariants$|reconciliation$|event-sales$|sign-ins$|sessions$|unconfirmed)/;
const settlingJobs = ({ app }: Site) => app.jobNames.filter((name) => !settlesNothing.test(name));

/** Everything inconsistent, as text; an empty list is good. */
export async function findContradictions(site: Site, mails: ReceivedMail[] = []): Promise<string[]> {
  const violations = await checkFewRows(site.db);
  return [
    ...violations.map(({ id, holds, rows }) => `${id} ${holds}: ${JSON.stringify(rows.slice(0, 3))}`),
    ...(await compareBooks(site)),
    ...(await findUnsettled(site)),
    ...(await readMailServer(site, mails)),
  ];
}

/**
 * Compares the provider's own list of money with ours, in both directions: what each attempt brought, what was refunded
 * of it, and what banks dispute, to the cent.
 */
export async function compareBooks({ db, app }: Site): Promise<string[]> {
  const theirs = new Map<string, string>();
  for await (const line of app.services.payments.provider.listMoney({
    from: new Date(0),
    to: new Date("2100-01-01"),
  })) {
    const name = { charge: line.paymentId, refund: line.refundId, dispute: line.ref }[line.kind] ?? line.ref;
    theirs.set(`${line.kind} ${name}`, `${line.amountCents} ${line.currency} ${line.status}`);
  }
  const { rows } = await sql<{ name: string; says: string }>`
    select 'charge ' || id as name, captured_cents || ' ' || currency || ' done' as says from payments
      where captured_cents is not null
    union all select 'refund ' || r.id, r.amount_cents || ' ' || p.currency || ' ' || r.status
      from refunds r join payments p on p.id = r.payment_id
    union all select 'dispute ' || d.provider_ref, d.amount_cents || ' ' || p.currency || ' ' || d.status
      from disputes d join payments p on p.id = d.payment_id`.execute(db);
  const ours = new Map(rows.map(({ name, says }) => [name, says]));
  return [...new Set([...theirs.keys(), ...ours.keys()])]
    .filter((name) => theirs.get(name) !== ours.get(name))
    .map((name) => `${name}: the provider says ${theirs.get(name)}, we say ${ours.get(name)}`);
}

/** A campaign's email whose sender died or heard nothing after it was handed over: it's listed, and never sent again. */
const mayHaveArrived = sql`
  status = 'unknown' and bulk_key is not null and handed_over_at is not null and uncertain_attempts = 1
    and next_attempt_at = 'infinity'`;
/** An email that isn't sent: its campaign was stopped, or its address is suppressed. */
const isLeftOut = sql`
  status = 'suppressed' and (hold = 'stopped' or exists (
    select from suppressions where email = to_address and lifted_at is null))`;

/** What should have been finished long ago and isn't. */
async function findUnsettled({ db }: Site): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'order ' || id || ' is still ' || status as what from orders where status in ('awaiting_payment', 'paying')
    union all select 'payment ' || id || ' is still ' || status from payments
      where status in ('starting', 'open', 'processing', 'declined', 'refunding')
    union all select 'refund ' || id || ' is still ' || status from refunds where status <> 'done'
    union all select 'mail ' || id || ' (' || kind || ') is still ' || status from emails
      where status not in ('sent', 'not_sent', 'merged') and not (${mayHaveArrived}) and not (${isLeftOut})
    union all select 'webhook event ' || provider_event_id || ' is not processed' from webhook_inbox where processed_at is null
    union all select 'discrepancy ' || kind || ' ' || subject || ' is open' from discrepancies where resolved_at is null
    union all select 'stock ' || id || ' still holds ' || held from stock where held <> 0`.execute(db);
  return rows.map(({ what }) => what);
}

/**
 * Each email reached the mail server under one id, plus at most one copy for each attempt with an unknown outcome. One of
 * a campaign is never sent twice, so one that may have arrived is there once at most.
 */
async function readMailServer({ db }: Site, mails: ReceivedMail[]): Promise<string[]> {
  const { rows } = await sql<{ id: number; address: string; least: number; most: number }>`
    select id, to_address as address, case status when 'sent' then 1 else 0 end as least,
      1 + case when bulk_key is null then uncertain_attempts else 0 end as most
    from emails where status = 'sent' or (${mayHaveArrived})`.execute(db);
  const copies = Object.groupBy(mails, (mail) => mail.headers["message-id"] ?? "without id");
  const found = rows.flatMap(({ id, address, least, most }) => {
    const arrived = copies[`<mail-${id}@localhost>`]?.length ?? 0;
    if (arrived >= least && arrived <= most) return [];
    return [`mail ${id} to ${address} arrived ${arrived} times instead of ${least} to ${most}`];
  });
  const strangers = Object.keys(copies).filter((id) => !rows.some((row) => `<mail-${row.id}@localhost>` === id));
  return [...found, ...strangers.map((id) => `an email ${id} arrived that we don't have`)];
}
