import { sql } from "kysely";
import type { AnyTopic } from "#contract/interest.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { InterestStatus } from "./rules.ts";

/** A person's signup for one topic. */
export interface Interest {
  id: string;
  topic: AnyTopic;
  email: string;
  status: InterestStatus;
}

/** A new signup; one that waits for an event's tickets names those that are on sale already. */
export interface NewWish {
  id: string;
  topic: AnyTopic;
  email: string;
  event?: { eventId: number; openThen: number[] };
}

/**
 * Stores a signup and counts its confirmation email. One guarded statement: of many at once for one address, only one
 * sends an email.
 *
 * @returns the signup whose email is due, or undefined when the address is confirmed already or got enough emails
 */
export async function askAgain(
  tx: Tx,
  wish: NewWish,
  limits: { pauseMinutes: number; most: number },
): Promise<{ id: string; mails: number } | undefined> {
  const { rows } = await sql<{ id: string; mails: number }>`
    insert into interests as i (id, topic, email, event_id, open_then, mails, mailed_at)
    values (${wish.id}, ${wish.topic}, ${wish.email}, ${wish.event?.eventId ?? null}, ${wish.event?.openThen ?? []}, 1,
      clock_now())
    on conflict (email, topic) do update set status = 'asked', left_at = null,
      open_then = excluded.open_then, mails = i.mails + 1,
      mailed_at = clock_now(), asked_at = clock_now()
    where i.status in ('asked', 'left', 'sent') and i.mails < ${limits.most}
      and i.mailed_at < clock_now() - make_interval(mins => ${limits.pauseMinutes})
    returning i.id, i.mails`.execute(tx);
  return rows[0];
}

/**
 * Changes a signup's status if it has one of these; returns its topic, or undefined when there is none or it can't
 * change.
 */
export async function move(
  db: Queryable,
  id: string,
  from: readonly InterestStatus[],
  to: "confirmed" | "left",
): Promise<AnyTopic | undefined> {
  const stamp =
    to === "confirmed"
      ? sql`confirmed_at = coalesce(confirmed_at, clock_now()), mails = 0`
      : sql`left_at = coalesce(left_at, clock_now())`;
  const { rows } = await sql<{ topic: AnyTopic }>`
    update interests set status = ${to}, ${stamp}
    where id = ${id} and status = any(${[...from]}::text[]) returning topic`.execute(db);
  return rows[0]?.topic;
}

/** A signup by its id. */
export async function findInterest(db: Queryable, id: string): Promise<Interest | undefined> {
  const { rows } = await sql<Interest>`select id, topic, email, status from interests where id = ${id}`.execute(db);
  return rows[0];
}

/** Everything that an address signed up for. */
export async function findByEmail(db: Queryable, email: string): Promise<Interest[]> {
  const { rows } = await sql<Interest>`
    select id, topic, email, status from interests where email = ${email} order by topic`.execute(db);
  return rows;
}

/** Deletes an address. */
export async function forgetEmail(tx: Tx, email: string): Promise<void> {
  await sql`delete from interests where email = ${email}`.execute(tx);
}

/** Deletes signups that nobody confirmed within a month: we don't keep their addresses. */
export async function purgeUnconfirmed(db: Queryable): Promise<void> {
  await sql`
    delete from interests where status = 'asked' and asked_at < clock_now() - interval '30 days'`.execute(db);
}
