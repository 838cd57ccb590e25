import type { Invariant } from "./invariant.ts";

/** Invariants of sessions and passwords. */
export const accountsInvariants: Invariant[] = [
  {
    id: "I-50",
    holds: "No session belongs to a suspended person, predates the password or lasts more than thirty days",
    sql: `
      select s.user_id, s.created_at, s.expires_at from sessions s join users u on u.id = s.user_id
      where s.expires_at > clock_now() and (u.suspended_at is not null or s.created_at < u.password_changed_at
        or s.expires_at > clock_now() + interval '30 days 1 minute')`,
  },
  {
    id: "I-54",
    holds: "Every account has a way to sign in: a password or another service",
    sql: `
      select id from users u where u.role <> 'guest' and u.password_hash is null and u.suspended_at is null
        and not exists (select from identities i where i.user_id = u.id)`,
  },
  {
    id: "I-55",
    holds: "Recovery codes exist only together with a second factor",
    sql: `
      select r.user_id from recovery_codes r
      where not exists (select from passkeys p where p.user_id = r.user_id)
        and not exists (select from totp_secrets t where t.user_id = r.user_id and t.confirmed_at is not null)`,
  },
  {
    id: "I-52",
    holds: "Passwords are stored as Argon2id with at least 19 MiB and two passes",
    sql: `
      select id from users where password_hash is not null and (
        password_hash !~ '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+\\$'
        or substring(password_hash from 'm=(\\d+)')::int < 19456 or substring(password_hash from ',t=(\\d+)')::int < 2)`,
  },
  {
    id: "I-57",
    holds:
      "Notes about customers are about an account that still exists, a guest without an email, or an address that wasn't deleted",
    sql: `
      select n.id, n.user_id from customer_notes n left join users u on u.id = n.user_id
      where (u.role = 'guest' and not exists (select from orders o where o.user_id = u.id and o.buyer_email = ''))
        or u.deleted_at is not null or n.email = 'deleted-account@invalid'`,
  },
];
