const onePaid = "(select id from orders where status = 'paid' and total_cents > 0 order by id limit 1)";
const oneExpired = "(select id from orders where status = 'expired' order by id limit 1)";
const oneComp = "(select min(order_id::text)::uuid from comps where revoked_at is null)";
const oneTicket = "(select min(id) from tickets)";
const boat = "(select id from events where slug = 'soca-on-the-hudson')";
const copyOf = (table: string, change: string, where: string) =>
  `insert into ${table} select (jsonb_populate_record(x, ${change})).* from ${table} x where ${where}`;
const withoutCheck = (table: string, check: string) => `alter table ${table} drop constraint ${check}`;
const withoutIndex = (index: string) => `drop index ${index}`;

/** Ways to break each invariant on a filled demo, as statements that run without triggers and foreign keys. */
export const breakages: Record<string, string[][]> = {
  "I-01": [
    [
      withoutCheck("stock", "stock_never_oversold"),
      `update stock set capacity = sold - 1 where sold > 0 and id = (select stock_id from ticket_types where name = 'Main deck')`,
    ],
  ],
  "I-02": [
    [
      withoutCheck("stock", "stock_never_oversold"),
      `update stock set capacity = 3 where id = (select stock_id from events where id = ${boat})`,
    ],
  ],
  "I-03": [
    [`update stock set sold = sold - 1 where id = (select min(id) from stock where sold > 0)`],
    [
      `update holds set quantity = quantity + 1 where holder_id = ${onePaid}`,
      `update stock set sold = sold + 1 where id in (select stock_id from holds where holder_id = ${onePaid})`,
    ],
  ],
  "I-05": [[`update order_lines set quantity = 900, total_cents = unit_cents * 900 where order_id = ${onePaid}`]],
  "I-06": [
    [
      `update holds set state = 'active', expires_at = clock_now() - interval '2 minutes' where holder_id = ${oneExpired}`,
    ],
    [`update holds set state = 'active', expires_at = null where holder_id = ${oneExpired}`],
  ],
  "I-07": [
    [
      `update holds set state = 'active', expires_at = clock_now() + interval '5 minutes' where holder_id = ${oneExpired}`,
    ],
    [
      `insert into holds (holder_id, stock_id, quantity, expires_at) select gen_random_uuid(), min(id), 1, clock_now() + interval '5 minutes' from stock`,
    ],
  ],
  "I-09": [[`update stock set held = held + 1 where id = (select min(id) from stock where held + sold < capacity)`]],
  "I-10": [
    [`update orders set subtotal_cents = subtotal_cents + 100, total_cents = total_cents + 100 where id = ${onePaid}`],
    [`delete from order_lines where order_id = ${onePaid}`],
  ],
  "I-11": [
    [`delete from payments where subject_id = ${onePaid}`],
    [`update orders set status = 'expired', paid_at = null where id = ${onePaid}`],
    [`update orders set status = 'refunded' where id = ${onePaid}`],
  ],
  "I-12": [
    [
      `insert into refunds (id, payment_id, amount_cents, reason) select gen_random_uuid(), id, amount_cents + 1, 'by hand' from payments where subject_id = ${onePaid} and status = 'captured'`,
    ],
  ],
  "I-13": [
    [
      withoutIndex("payments_one_capture"),
      copyOf(
        "payments",
        "jsonb_build_object('id', gen_random_uuid(), 'provider_ref', 'other')",
        `subject_id = ${onePaid} and status = 'captured'`,
      ),
    ],
  ],
  "I-14": [[`update orders set status = 'expired', paid_at = null where id = ${onePaid}`]],
  "I-17": [[`update payments set currency = 'TTD' where subject_id = ${onePaid}`]],
  "I-24": [
    [
      `insert into comps (order_id, issuer_id, reason) select id, user_id, 'a friend' from orders where id = ${onePaid}`,
    ],
    [
      `update comps set revoked_at = clock_now(), revoker_id = issuer_id, revoke_reason = 'no show' where order_id = ${oneComp}`,
    ],
    [`update holds set state = 'returned' where holder_id = ${oneComp}`],
  ],
  "I-21": [
    [`delete from tickets where id = ${oneTicket}`],
    [`update tickets set status = 'cancelled' where id = ${oneTicket}`],
    [`update tickets set event_id = event_id + 1 where id = ${oneTicket}`],
  ],
  "I-22": [[`update orders set status = 'cancelled', paid_at = null where id = ${onePaid}`]],
  "I-23": [
    [
      withoutCheck("tickets", "tickets_order_line_id_position_key"),
      `insert into tickets (order_line_id, position, order_id, ticket_type_id, event_id, owner_id, holder_name) select order_line_id, position, order_id, ticket_type_id, event_id, owner_id, holder_name from tickets where id = ${oneTicket}`,
    ],
  ],
  "I-30": [
    [
      withoutIndex("admissions_once"),
      `insert into admissions (ticket_id, event_id, device_id, scan_id, staff_id) select ticket_id, event_id, device_id, gen_random_uuid(), staff_id from admissions where id = (select min(id) from admissions)`,
    ],
  ],
  "I-31": [
    [
      withoutCheck("scans", "scans_pkey"),
      `insert into scans select * from scans where scan_id = (select scan_id from scans limit 1)`,
    ],
    [
      withoutIndex("admissions_once"),
      `insert into admissions (ticket_id, event_id, device_id, scan_id, staff_id) select ticket_id, event_id, device_id, scan_id, staff_id from admissions where id = (select min(id) from admissions)`,
    ],
  ],
  "I-32": [
    [`update admissions set event_id = event_id + 1 where id = (select min(id) from admissions)`],
    [`delete from scans where scan_id = (select scan_id from admissions limit 1)`],
    [
      `update tickets set status = 'cancelled', void_since = '2001-01-01' where id in (select ticket_id from admissions limit 1)`,
    ],
    [`update admissions set ticket_id = 999999999 where id = (select min(id) from admissions)`],
  ],
  "I-40": [
    [`delete from emails where topic ->> 'orderId' = ${onePaid}::text`],
    [
      `insert into emails (dedupe_key, kind, to_address, to_name, topic, created_at) select dedupe_key || ':2', kind, to_address, to_name, topic, created_at from emails where topic ->> 'orderId' = ${onePaid}::text`,
    ],
    [`update emails set created_at = created_at + interval '1 hour' where topic ->> 'orderId' = ${onePaid}::text`],
  ],
  "I-42": [
    [
      withoutCheck("emails", "emails_dedupe_key_key"),
      `insert into emails (dedupe_key, kind, to_address, to_name, topic) select dedupe_key, kind, to_address, to_name, topic from emails limit 1`,
    ],
  ],
  "I-45": [
    [
      `update emails set status = 'sending', lease_until = clock_now() - interval '10 minutes' where id = (select min(id) from emails)`,
    ],
  ],
  "I-47": [
    [
      `update webhook_inbox set processed_at = null where provider_event_id = (select min(provider_event_id) from webhook_inbox)`,
    ],
    [
      withoutCheck("webhook_inbox", "webhook_inbox_pkey"),
      `insert into webhook_inbox select * from webhook_inbox limit 1`,
    ],
  ],
  "I-48": [
    [
      withoutCheck("idempotency_keys", "idempotency_keys_pkey"),
      `insert into idempotency_keys select * from idempotency_keys limit 1`,
    ],
  ],
  "I-50": [
    [
      `insert into sessions (token_hash, user_id, expires_at) select sha256('a'), id, clock_now() + interval '1 day' from users where username = 'admin'`,
      `update users set suspended_at = clock_now() where username = 'admin'`,
    ],
    [
      `insert into sessions (token_hash, user_id, created_at, expires_at) select sha256('a'), id, password_changed_at - interval '1 day', clock_now() + interval '1 day' from users where username = 'admin'`,
    ],
    [
      `insert into sessions (token_hash, user_id, expires_at) select sha256('a'), id, clock_now() + interval '31 days' from users where username = 'admin'`,
    ],
  ],
  "I-54": [[`update users set password_hash = null where username = 'admin'`]],
  "I-55": [
    [`insert into recovery_codes (user_id, code_hash) select id, sha256('a') from users where username = 'admin'`],
    [
      `insert into recovery_codes (user_id, code_hash) select id, sha256('a') from users where username = 'admin'`,
      `insert into totp_secrets (user_id, sealed_secret) select id, 'unconfirmed' from users where username = 'admin'`,
    ],
  ],
  "I-52": [
    [`update users set password_hash = replace(password_hash, 'm=19456', 'm=4096') where username = 'admin'`],
    [`update users set password_hash = replace(password_hash, ',t=2', ',t=1') where username = 'admin'`],
    [
      withoutCheck("users", "users_password_hash_check"),
      `update users set password_hash = 'Admin-of-demo-1' where username = 'admin'`,
    ],
  ],
};
