import { createHash } from "node:crypto";
import { sql } from "kysely";
import { integer, text, type RowFrom } from "#server/platform/db/columns.ts";
import { allRows, firstRow, run } from "#server/platform/db/rows.ts";
import { AppError } from "./app-error.ts";
import type { Queryable, Tx } from "./db/database.ts";

/** The client of a claim without a session. Whoever answers it says whose key it is. */
export const nobody = 0;

/** One client's key for one write: the same key gets the same response again, byte for byte. */
export interface IdempotencyClaim {
  userId: number;
  /** Method and path template, `POST /api/orders`, plus the ids in the path. */
  route: string;
  key: string;
  /** SHA-256 of the canonical body: the same key with another body is rejected. */
  bodyHash: Buffer;
}

/** A response that was sent before. */
interface StoredReply {
  status: number;
  reply: string;
}

const checkout = { userId: integer, reply: text };

/** Hash of a parsed body, independent of the order of its keys. */
export function hashBody(body: unknown): Buffer {
  return createHash("sha256").update(canonical(body)).digest();
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/**
 * Looks up stored responses, one entry per claim: undefined for a new key.
 *
 * @returns per claim a stored response, an AppError `idempotency_key_reused` if the body differs, or undefined
 */
export async function findReplies(tx: Tx, claims: IdempotencyClaim[]): Promise<(StoredReply | AppError | undefined)[]> {
  const rows = await allRows(tx)<StoredReply & { ordinal: number; bodyHash: Buffer }>`
    select w.ordinal, k.body_hash as "bodyHash", k.status, k.reply
    from unnest(${claims.map((claim) => claim.userId)}::bigint[], ${claims.map((claim) => claim.route)}::text[],
                ${claims.map((claim) => claim.key)}::text[]) with ordinality as w(user_id, route, key, ordinal)
    join idempotency_keys k on k.user_id = w.user_id and k.route = w.route and k.key = w.key`;
  const found: (StoredReply | AppError | undefined)[] = claims.map(() => undefined);
  for (const { ordinal, bodyHash, ...stored } of rows) {
    const same = claims[ordinal - 1]!.bodyHash.equals(bodyHash);
    found[ordinal - 1] = same ? stored : new AppError("idempotency_key_reused");
  }
  return found;
}

/**
 * Stores responses in the transaction of their effect. A key that another node stored meanwhile breaks the transaction
 * (unique violation): the caller tries again and then finds the stored response.
 *
 * @param mayExist true where a repeat has the same effect and gets the same response: what is stored then stays
 */
export async function storeReplies(
  tx: Tx,
  replies: (IdempotencyClaim & StoredReply)[],
  mayExist = false,
): Promise<void> {
  if (replies.length === 0) return;
  await run(tx)`
    insert into idempotency_keys (user_id, route, key, body_hash, status, reply)
    select * from unnest(${replies.map((reply) => reply.userId)}::bigint[], ${replies.map((reply) => reply.route)}::text[],
      ${replies.map((reply) => reply.key)}::text[], ${replies.map((reply) => reply.bodyHash)}::bytea[],
      ${replies.map((reply) => reply.status)}::smallint[], ${replies.map((reply) => reply.reply)}::text[])
    ${mayExist ? sql`on conflict do nothing` : sql``}`;
}

/** For how many minutes a checkout is found by its secret key alone. */
const secretMinutes = 15;

/**
 * What a checkout with this secret key answered in the last 15 minutes, and whose it is. The key alone finds it: the
 * client may have lost its session.
 *
 * @param keyHash as it is stored
 * @returns undefined if there was none, or if its body was another
 */
export function findCheckout(
  db: Queryable,
  keyHash: string,
  bodyHash: Buffer,
): Promise<RowFrom<typeof checkout> | undefined> {
  return firstRow(db, checkout)`
    select user_id as "userId", reply from idempotency_keys
    where route = 'POST /api/checkout' and key = ${keyHash} and body_hash = ${bodyHash}
      and created_at > clock_now() - make_interval(mins => ${secretMinutes})
    order by created_at limit 1`;
}

/** Deletes responses older than three days; clients retry within minutes. */
export function purgeReplies(tx: Tx): Promise<void> {
  return run(tx)`delete from idempotency_keys where created_at < clock_now() - interval '3 days'`;
}

/** Deletes every response sent to a person: some contain their names and addresses. */
export function forgetReplies(tx: Tx, userId: number): Promise<void> {
  return run(tx)`delete from idempotency_keys where user_id = ${userId}`;
}
