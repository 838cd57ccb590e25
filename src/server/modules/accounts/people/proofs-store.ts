import { text } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allValues } from "#server/platform/db/rows.ts";

/**
 * What proves whose an account is: the mailbox of its confirmed email, and its identities of sign-in providers. Whoever
 * registers anew with one of them has the same.
 */
export function findProofs(db: Queryable, userId: number): Promise<string[]> {
  return allValues(db, text)`
    select 'email:' || mailbox_of(email) from users where id = ${userId} and email is not null
    union select 'identity:' || issuer || ' ' || subject from identities where user_id = ${userId}`;
}
