import { boat, onePaid } from "./rows.ts";

const oneExpired = "(select id from orders where status = 'expired' order by id limit 1)";
const oneComp = "(select min(order_id::text)::uuid from comps where revoked_at is null)";
const oneEntry = "(select id from journal_entries where kind = 'sale' order by id limit 1)";
const oneTicket = "(select min(id) from tickets)";
const oneRedemption =
  "(select min(order_id::text)::uuid from promotion_redemptions u join orders o on o.id = order_id where promo_code_id is not null and o.status = 'paid')";
const oneCredit =
  "(select min(order_id::text)::uuid from promotion_redemptions u join orders o on o.id = order_id where promoter_id is not null and o.status = 'paid')";
const oneRefunded = "(select min(order_id::text)::uuid from order_refunds where amount_cents > 0)";
const oneTicketBack = "(select min(ticket_id) from order_refund_items where amount_cents > 0)";
const copyOf = (table: string, change: string, where: string) =>
  `insert into ${table} select (jsonb_populate_record(x, ${change})).* from ${table} x where ${where}`;
const withoutCheck = (table: string, check: string) => `alter table ${table} drop constraint ${check}`;
const withoutIndex = (index: string) => `drop index ${index}`;

/** Ways to break the invariants of stock, money, tickets and accounts. */
export const breakages: Record<string, string[][]> = {
  "I-01": [
    [
      withoutCheck("stock", "stock_never_oversold"),
      `update stock set capacity = sold - 1 where sold > 0 and id = (select stock_id from ticket_types where name = 'Main deck' and event_id = ${boat})`,
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
    [`update tickets set status = 'canceled', spot_returned = true where order_id = ${onePaid}`],
  ],
  "I-79": [[`delete from order_attributions where order_id = ${oneCredit}`]],
  "I-78": [
    [`delete from ticket_lines where order_id = ${onePaid}`],
    [`update order_lines set kind = 'gift' where order_id = ${onePaid}`],
    [
      `update ticket_lines set order_id = (select min(id::text)::uuid from orders where id <> ${onePaid}) where order_id = ${onePaid}`,
    ],
    [
      `update ticket_lines set event_id = (select max(id) from events where id <> ticket_lines.event_id) where order_id = ${onePaid}`,
    ],
  ],
  "I-05": [[`update order_lines set quantity = 900, total_cents = unit_cents * 900 where order_id = ${onePaid}`]],
  "I-33": [
    [
      `update holds set quantity = quantity + 1 where stock_id = (select stock_id from events where id = ${boat})`,
      `update stock s set held = h.held, sold = h.sold from (select stock_id, coalesce(sum(quantity) filter (where status = 'active'), 0) as held, coalesce(sum(quantity) filter (where status = 'consumed'), 0) as sold from holds group by stock_id) h where h.stock_id = s.id`,
    ],
    [`delete from holds where stock_id = (select min(stock_id) from pools)`],
    [`delete from pool_types where pool_id = (select min(id) from pools)`],
  ],
  "I-34": [
    [`update ticket_types set max_per_person = 1, min_per_order = 1 where name = 'Main deck'`],
    [
      `update ticket_types set max_per_person = 12 where name = 'Main deck'`,
      `update orders set buyer_email = 'many@example.com' where id in (select order_id from order_lines l join ticket_types t on t.id = l.item_id where t.name = 'Main deck')`,
    ],
  ],
  "I-35": [
    [
      `update ticket_types n set opens_after_id = t.id, opened_at = null from ticket_types t join stock s on s.id = t.stock_id where s.sold = s.capacity and n.id <> t.id and n.id = (select max(id) from ticket_types)`,
    ],
  ],
  "I-06": [
    [
      `update holds set status = 'active', expires_at = clock_now() - interval '2 minutes' where holder_id = ${oneExpired}`,
    ],
    [`update holds set status = 'active', expires_at = null where holder_id = ${oneExpired}`],
    [`update holds set status = 'active', expires_at = 'infinity' where holder_id = ${oneExpired}`],
  ],
  "I-38": [
    [
      `update orders set status = 'awaiting_payment', hold_expires_at = created_at + interval '10 minutes 1 second' where id = ${oneExpired}`,
    ],
    [
      withoutIndex("payments_one_grace"),
      `update payments set grace_seconds = 600 where subject_id = ${onePaid}`,
      `update orders set hold_grace_seconds = 600 where id = ${onePaid}`,
      copyOf(
        "payments",
        "jsonb_build_object('id', gen_random_uuid(), 'provider_ref', 'other', 'status', 'expired', 'captured_cents', null)",
        `subject_id = ${onePaid} and grace_seconds > 0`,
      ),
    ],
  ],
  "I-182": [
    ["insert into hold_counts (stock_id, network, held) select min(id), 'nobody', 1 from stock"],
    [`update holds set status = 'active', network = 'n' where holder_id = ${oneExpired}`],
  ],
  "I-183": [
    [`update orders set confirm_until = created_at + interval '11 minutes' where id = ${oneExpired}`],
    [
      `update orders set confirm_until = created_at + interval '10 minutes', hold_expires_at = created_at + interval '10 minutes' where id = ${oneExpired}`,
    ],
  ],
  "I-07": [
    [
      `update holds set status = 'active', expires_at = clock_now() + interval '5 minutes' where holder_id = ${oneExpired}`,
    ],
    [
      `insert into holds (holder_id, stock_id, quantity, expires_at) select gen_random_uuid(), min(id), 1, clock_now() + interval '5 minutes' from stock`,
    ],
  ],
  "I-08": [
    [
      `update holds set status = 'released' where holder_id = ${oneRedemption} and stock_id in (select stock_id from promo_codes)`,
    ],
    [`delete from promotion_redemptions where order_id = ${oneRedemption}`],
    [`update promo_codes set total_limit = 61 where total_limit = 60`],
    [
      withoutCheck("stock", "stock_never_oversold"),
      `update stock set capacity = sold - 1 where id = (select stock_id from promo_codes where code = 'MASBAND5')`,
    ],
  ],
  "I-26": [
    [
      `update orders set discount_cents = discount_cents + 1, total_cents = total_cents - 1 where id = ${oneRedemption}`,
    ],
    [
      withoutCheck("orders", "orders_discount_has_code"),
      `update orders set promo_code = null where id = ${oneRedemption}`,
    ],
    [`update promotion_redemptions set revenue_cents = revenue_cents + 1 where order_id = ${oneRedemption}`],
  ],
  "I-27": [
    [
      `update holds set quantity = quantity + 1 where holder_id = ${oneCredit} and stock_id in (select stock_id from promoters)`,
    ],
    [`delete from promotion_redemptions where order_id = ${oneCredit}`],
    [`update promoters set allocation = 59 where allocation = 60`],
  ],
  "I-09": [[`update stock set held = held + 1 where id = (select min(id) from stock where held + sold < capacity)`]],
  "I-10": [
    [`update orders set subtotal_cents = subtotal_cents + 100, total_cents = total_cents + 100 where id = ${onePaid}`],
    [`delete from ticket_lines where order_id = ${onePaid}`, `delete from order_lines where order_id = ${onePaid}`],
    [`update order_lines set tax_cents = 1 where order_id = ${onePaid}`],
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
  "I-28": [
    [`update orders set refunded_cents = refunded_cents - 1 where id = ${oneRefunded}`],
    [`update order_refund_items set amount_cents = amount_cents + 1 where ticket_id = ${oneTicketBack}`],
    [
      withoutCheck("tickets", "tickets_spot_of_void"),
      `update tickets set status = 'valid' where id = ${oneTicketBack}`,
    ],
    [`delete from refunds where order_refund_id is not null`],
    [`update order_refund_items set position = position + 50 where ticket_id = ${oneTicketBack}`],
    [
      `insert into order_refund_items (order_refund_id, position, amount_cents, fee_cents) select order_refund_id, 0, 1, 0 from order_refund_items where ticket_id = ${oneTicketBack}`,
    ],
    [`update order_refund_items set keeps_unit = true where ticket_id = ${oneTicketBack}`],
    [`update order_refunds set kind = 'difference' where amount_cents > 0`],
    [`update order_refunds set status = 'pending', done_at = null where amount_cents > 0`],
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
  "I-15": [
    [`update journal_lines set amount_cents = amount_cents + 1 where entry_id = ${oneEntry} and position = 0`],
    [`update journal_lines set currency = 'TTD' where entry_id = ${oneEntry}`],
    [`delete from journal_lines where entry_id = ${oneEntry}`],
    [`delete from journal_entries where id = ${oneEntry}`],
  ],
  "I-16": [
    [
      `delete from journal_lines where entry_id = (select id from journal_entries where kind = 'capture' and order_id = ${onePaid})`,
      `delete from journal_entries where kind = 'capture' and order_id = ${onePaid}`,
    ],
  ],
  "I-20": [
    [`delete from journal_entries where kind = 'sale' and order_id = ${onePaid}`],
    [`update orders set total_cents = total_cents + 1, tax_cents = tax_cents + 1 where id = ${onePaid}`],
    [
      withoutIndex("journal_entries_sale"),
      copyOf("journal_entries", "jsonb_build_object('id', gen_random_uuid())", `id = ${oneEntry}`),
      `insert into journal_lines select n.id, e.position, e.account, e.event_id, e.item_id, e.amount_cents, e.currency, e.kind from journal_entries p join journal_lines e on e.entry_id = p.id join journal_entries n on n.kind = p.kind and n.order_id = p.order_id and n.id <> p.id where p.kind = 'sale'`,
    ],
  ],
  "I-18": [
    [
      `update sandbox.sessions set amount_cents = amount_cents + 1 where merchant_ref in (select id from payments where subject_id = ${onePaid})`,
    ],
    [`delete from payments where subject_id = ${onePaid}`],
    [
      `delete from sandbox.sessions where merchant_ref in (select id from payments where subject_id = ${onePaid} and captured_cents is not null)`,
    ],
    [
      `insert into refunds (id, payment_id, amount_cents, reason, status, done_at) select gen_random_uuid(), id, 1, 'by hand', 'done', clock_now() from payments where subject_id = ${onePaid} and status = 'captured'`,
    ],
  ],
  "I-19": [
    [
      `insert into refunds (id, payment_id, amount_cents, reason, status, failure, failed_at) select gen_random_uuid(), id, 1, 'requested', 'failed', 'lost card', clock_now() - interval '10 minutes' from payments where subject_id = ${onePaid} and status = 'captured'`,
    ],
    [
      `insert into refunds (id, payment_id, amount_cents, reason, created_at) select gen_random_uuid(), id, 1, 'requested', clock_now() - interval '8 days' from payments where subject_id = ${onePaid} and status = 'captured'`,
    ],
  ],
  "I-36": [
    [
      `insert into refunds (id, payment_id, amount_cents, reason) select gen_random_uuid(), id, 1, 'by hand' from payments where subject_id = ${onePaid} and status = 'captured'`,
    ],
    [
      `delete from journal_lines where entry_id = (select id from journal_entries where kind = 'capture' and order_id = ${onePaid})`,
    ],
    [`update order_refunds set status = 'pending', done_at = null where amount_cents > 0`],
  ],
  "I-39": [
    [
      `insert into refunds (id, payment_id, amount_cents, reason, status, done_at) select gen_random_uuid(), id, 1, 'provider', 'done', clock_now() from payments where subject_id = ${onePaid} and status = 'captured'`,
    ],
  ],
  "I-37": [
    [`update journal_lines set item_id = item_id + 1 where entry_id = ${oneEntry} and account = 'sales'`],
    [
      `update order_lines set unit_cents = unit_cents + 1, total_cents = total_cents + quantity where order_id = ${onePaid}`,
    ],
    [`update order_refund_items set amount_cents = amount_cents + 1 where ticket_id = ${oneTicketBack}`],
  ],
  "I-17": [[`update payments set currency = 'TTD' where subject_id = ${onePaid}`]],
  "I-24": [
    [
      `insert into comps (order_id, issuer_id, reason) select id, user_id, 'a friend' from orders where id = ${onePaid}`,
    ],
    [
      `update comps set revoked_at = clock_now(), revoker_id = issuer_id, revoke_reason = 'no show' where order_id = ${oneComp}`,
    ],
    [`update holds set status = 'returned' where holder_id = ${oneComp}`],
  ],
  "I-21": [
    [`delete from tickets where id = ${oneTicket}`],
    [`update tickets set status = 'canceled' where id = ${oneTicket}`],
    [`update tickets set event_id = event_id + 1 where id = ${oneTicket}`],
    [
      `update tickets t set ticket_type_id = y.id from ticket_types y where y.event_id = t.event_id and y.id <> t.ticket_type_id and t.order_id = ${onePaid}`,
    ],
  ],
  "I-22": [[`update orders set status = 'canceled', paid_at = null where id = ${onePaid}`]],
  "I-23": [
    [
      withoutCheck("tickets", "tickets_order_line_id_position_key"),
      `insert into tickets (order_line_id, position, order_id, ticket_type_id, event_id, owner_id, holder_name) select order_line_id, position, order_id, ticket_type_id, event_id, owner_id, holder_name from tickets where id = ${oneTicket}`,
    ],
  ],
  "I-40": [
    [`delete from emails where topic ->> 'orderId' = ${onePaid}::text`],
    [
      `insert into emails (dedupe_key, kind, to_address, to_name, topic, created_at) select dedupe_key || ':2', kind, to_address, to_name, topic, created_at from emails where topic ->> 'orderId' = ${onePaid}::text`,
    ],
    [`update emails set created_at = created_at + interval '1 hour' where topic ->> 'orderId' = ${onePaid}::text`],
    [`update orders set link_version = link_version + 1 where id = ${onePaid}`],
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
  "I-57": [
    [
      `insert into customer_notes (email, text, author_id, author_name) values ('deleted-account@invalid', 'x', 1, 'x')`,
    ],
    [
      `insert into customer_notes (user_id, text, author_id, author_name) select id, 'x', 1, 'x' from users
        where role = 'guest' and id not in (select user_id from orders where buyer_email = '') limit 1`,
    ],
  ],
  "I-54": [[`update users set password_hash = null where username = 'admin'`]],
  "I-55": [
    [`insert into recovery_codes (user_id, code_hash) select id, sha256('a') from users where username = 'admin'`],
    [
      `insert into recovery_codes (user_id, code_hash) select id, sha256('a') from users where username = 'admin'`,
      `insert into totp_secrets (user_id, encrypted_secret) select id, 'unconfirmed' from users where username = 'admin'`,
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
  "I-70": [
    [`insert into order_document_counters (kind, year, last) values ('invoice', 2020, 3)`],
    [
      `insert into order_documents (kind, order_id, year, number, issued_at, content)
      select 'invoice', id, 2020, 1, clock_now(), jsonb_build_object('totalCents', total_cents) from orders where id = ${onePaid}`,
    ],
  ],
  "I-71": [
    [`insert into order_documents (kind, order_id) values ('invoice', ${oneExpired})`],
    [
      `insert into order_document_counters (kind, year, last) values ('invoice', 2020, 1)`,
      `insert into order_documents (kind, order_id, year, number, issued_at, content)
      values ('invoice', ${onePaid}, 2020, 1, clock_now(), '{"totalCents": 1}')`,
    ],
    [
      `insert into order_document_counters (kind, year, last) values ('credit_note', 2020, 1)`,
      `insert into order_documents (kind, order_id, order_refund_id, year, number, issued_at, content)
      values ('credit_note', ${onePaid}, gen_random_uuid(), 2020, 1, clock_now(), '{"totalCents": 99999999}')`,
    ],
  ],
  "I-72": [
    [
      `insert into order_document_counters (kind, year, last) values ('invoice', 2020, 1)`,
      `insert into order_documents (kind, order_id, year, number, issued_at, content)
      select 'invoice', id, 2020, 1, clock_now(), jsonb_build_object('totalCents', total_cents) from orders where id = ${onePaid}`,
      `insert into order_documents (kind, order_id, corrects) select 'cancellation', order_id, id from order_documents where year = 2020`,
    ],
    [
      `insert into order_documents (kind, order_id, corrects)
      select k.kind, p.order_id, p.id from order_documents p cross join (values ('cancellation'), ('invoice')) as k(kind)
      where p.kind = 'receipt' and p.order_id = ${onePaid}`,
    ],
  ],
};
