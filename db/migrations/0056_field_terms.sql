-- The schema in the words of the field: events, statuses, order documents, error reports, reconciliation runs, journal
-- entries. Nothing is copied. Audit actions and ledger kinds are append-only, so their stored values stay.

alter table audit_chain rename to audit_hash_chain;
alter table audit_hash_chain rename column sealed_at to hashed_at;
alter table audit_hash_chain rename constraint audit_chain_pkey to audit_hash_chain_pkey;
alter table audit_hash_chain rename constraint audit_chain_hash_check to audit_hash_chain_hash_check;
alter table audit_hash_chain rename constraint audit_chain_only_one_check to audit_hash_chain_only_one_check;
alter table audit_hash_chain rename constraint audit_chain_position_check to audit_hash_chain_position_check;

alter table audit_seals rename to audit_hashes;
alter table audit_hashes rename column sealed_at to hashed_at;
alter table audit_hashes rename constraint audit_seals_pkey to audit_hashes_pkey;
alter table audit_hashes rename constraint audit_seals_entry_id_key to audit_hashes_entry_id_key;
alter table audit_hashes rename constraint audit_seals_hash_check to audit_hashes_hash_check;
alter table audit_hashes rename constraint audit_seals_position_check to audit_hashes_position_check;
alter trigger audit_seals_rows on audit_hashes rename to audit_hashes_rows;
alter trigger audit_seals_whole on audit_hashes rename to audit_hashes_whole;

alter table audit_unsealed rename to audit_unhashed;
alter table audit_unhashed rename constraint audit_unsealed_pkey to audit_unhashed_pkey;

alter table demo_seed rename column state to status;
alter table demo_seed rename constraint demo_seed_state_check to demo_seed_status_check;

alter table events rename column state to status;
alter table events rename column state_note to status_note;
alter table events rename column ask_back_until to refunds_until;
alter table events rename column ask_back_since to refunds_since;
alter table events rename constraint events_state_check to events_status_check;

alter table faults rename to error_reports;
alter table error_reports rename constraint faults_pkey to error_reports_pkey;
alter table error_reports rename constraint faults_fingerprint_key to error_reports_fingerprint_key;
alter table error_reports rename constraint faults_resolved_by_fkey to error_reports_resolved_by_fkey;
alter table error_reports rename constraint faults_agent_check to error_reports_agent_check;
alter table error_reports rename constraint faults_fingerprint_check to error_reports_fingerprint_check;
alter table error_reports rename constraint faults_first_release_check to error_reports_first_release_check;
alter table error_reports rename constraint faults_last_release_check to error_reports_last_release_check;
alter table error_reports rename constraint faults_message_check to error_reports_message_check;
alter table error_reports rename constraint faults_occurrences_check to error_reports_occurrences_check;
alter table error_reports rename constraint faults_route_check to error_reports_route_check;
alter table error_reports rename constraint faults_source_check to error_reports_source_check;
alter table error_reports rename constraint faults_stack_check to error_reports_stack_check;
alter index faults_last rename to error_reports_last;
alter index faults_open rename to error_reports_open;

alter table holds rename column state to status;
alter table holds rename constraint holds_state_check to holds_status_check;
alter index holds_lapsing rename to holds_expiring;

alter table interactions rename column is_robot to is_bot;

alter table ledger_entries rename to journal_lines;
alter table journal_lines rename column posting_id to entry_id;
alter table journal_lines rename constraint ledger_entries_pkey to journal_lines_pkey;
alter table journal_lines rename constraint ledger_entries_account_check to journal_lines_account_check;
alter table journal_lines rename constraint ledger_entries_amount_cents_check to journal_lines_amount_cents_check;
alter table journal_lines rename constraint ledger_entries_position_check to journal_lines_position_check;
alter index ledger_entries_event rename to journal_lines_event;
alter trigger ledger_entries_balance on journal_lines rename to journal_lines_balance;
alter trigger ledger_entries_rows on journal_lines rename to journal_lines_rows;
alter trigger ledger_entries_whole on journal_lines rename to journal_lines_whole;

alter table ledger_postings rename to journal_entries;
alter table journal_entries rename constraint ledger_postings_pkey to journal_entries_pkey;
alter table journal_entries rename constraint ledger_postings_currency_check to journal_entries_currency_check;
alter table journal_entries rename constraint ledger_postings_kind_check to journal_entries_kind_check;
alter table journal_entries rename constraint ledger_postings_subject to journal_entries_subject;
alter index ledger_postings_dispute rename to journal_entries_dispute;
alter index ledger_postings_newest rename to journal_entries_newest;
alter index ledger_postings_order rename to journal_entries_order;
alter index ledger_postings_capture rename to journal_entries_capture;
alter index ledger_postings_money_back rename to journal_entries_money_back;
alter index ledger_postings_money_back_failed rename to journal_entries_money_back_failed;
alter index ledger_postings_paid_by_hand rename to journal_entries_paid_by_hand;
alter index ledger_postings_refund rename to journal_entries_refund;
alter index ledger_postings_sale rename to journal_entries_sale;
alter trigger ledger_postings_rows on journal_entries rename to journal_entries_rows;
alter trigger ledger_postings_whole on journal_entries rename to journal_entries_whole;

alter table money_comparisons rename to reconciliation_runs;
alter table reconciliation_runs rename constraint money_comparisons_pkey to reconciliation_runs_pkey;
alter table reconciliation_runs rename constraint money_comparisons_started_by_fkey to reconciliation_runs_started_by_fkey;
alter table reconciliation_runs rename constraint money_comparisons_provider_check to reconciliation_runs_provider_check;
alter index money_comparisons_night rename to reconciliation_runs_daily;
alter index money_comparisons_open rename to reconciliation_runs_open;

alter table money_exceptions rename to discrepancies;
alter table discrepancies rename column told_at to alerted_at;
alter table discrepancies rename constraint money_exceptions_pkey to discrepancies_pkey;
alter table discrepancies rename constraint money_exceptions_resolved_by_fkey to discrepancies_resolved_by_fkey;
alter table discrepancies rename constraint money_exceptions_check to discrepancies_check;
alter table discrepancies rename constraint money_exceptions_kind_check to discrepancies_kind_check;
alter table discrepancies rename constraint money_exceptions_ref_check to discrepancies_ref_check;
alter table discrepancies rename constraint money_exceptions_resolution_check to discrepancies_resolution_check;
alter index money_exceptions_resolved rename to discrepancies_resolved;
alter index money_exceptions_subject rename to discrepancies_subject;
alter index money_exceptions_told rename to discrepancies_alerted;
alter index money_exceptions_untold rename to discrepancies_unalerted;
alter index money_exceptions_one_open rename to discrepancies_one_open;

alter table money_looks rename to job_runs;
alter table job_runs rename column looked_at to ran_at;
alter table job_runs rename constraint money_looks_pkey to job_runs_pkey;
alter table job_runs rename constraint money_looks_name_check to job_runs_name_check;

alter table night_refund_orders rename to event_refund_orders;
alter table event_refund_orders rename column night_refund_id to event_refund_id;
alter table event_refund_orders rename column state to status;
alter table event_refund_orders rename constraint night_refund_orders_pkey to event_refund_orders_pkey;
alter table event_refund_orders rename constraint night_refund_orders_night_refund_id_fkey to event_refund_orders_event_refund_id_fkey;
alter table event_refund_orders rename constraint night_refund_orders_order_id_fkey to event_refund_orders_order_id_fkey;
alter table event_refund_orders rename constraint night_refund_orders_check to event_refund_orders_check;
alter table event_refund_orders rename constraint night_refund_orders_state_check to event_refund_orders_status_check;
alter index night_refund_orders_waiting rename to event_refund_orders_waiting;

alter table night_refunds rename to event_refunds;
alter table event_refunds rename column state to status;
alter table event_refunds rename constraint night_refunds_pkey to event_refunds_pkey;
alter table event_refunds rename constraint night_refunds_confirmed_by_fkey to event_refunds_confirmed_by_fkey;
alter table event_refunds rename constraint night_refunds_event_id_fkey to event_refunds_event_id_fkey;
alter table event_refunds rename constraint night_refunds_started_by_fkey to event_refunds_started_by_fkey;
alter table event_refunds rename constraint night_refunds_check to event_refunds_check;
alter table event_refunds rename constraint night_refunds_check1 to event_refunds_check1;
alter table event_refunds rename constraint night_refunds_note_check to event_refunds_note_check;
alter table event_refunds rename constraint night_refunds_reason_check to event_refunds_reason_check;
alter table event_refunds rename constraint night_refunds_state_check to event_refunds_status_check;
alter index night_refunds_event rename to event_refunds_event;
alter index night_refunds_one_open rename to event_refunds_one_open;

alter table night_sales rename to event_sales;
alter table event_sales rename constraint night_sales_pkey to event_sales_pkey;
alter table event_sales rename constraint night_sales_event_id_fkey to event_sales_event_id_fkey;
alter index night_sales_most rename to event_sales_most;

alter table order_notes rename column struck_at to deleted_at;
alter table order_notes rename column striker_name to deleted_by_name;
alter trigger order_notes_kept on order_notes rename to order_notes_protected;

alter table order_refunds rename column night_refund_id to event_refund_id;
alter table order_refunds rename constraint order_refunds_night_refund_id_fkey to order_refunds_event_refund_id_fkey;
alter index order_refunds_night rename to order_refunds_event_refund;

alter table orders rename column given_back_cents to refunded_cents;

alter table page_views rename column is_robot to is_bot;

alter table paper_counters rename to order_document_counters;
alter table order_document_counters rename constraint paper_counters_pkey to order_document_counters_pkey;
alter table order_document_counters rename constraint paper_counters_kind_check to order_document_counters_kind_check;
alter table order_document_counters rename constraint paper_counters_last_check to order_document_counters_last_check;

alter table papers rename to order_documents;
alter table order_documents rename constraint papers_pkey to order_documents_pkey;
alter table order_documents rename constraint papers_kind_year_number_key to order_documents_kind_year_number_key;
alter table order_documents rename constraint papers_corrects_fkey to order_documents_corrects_fkey;
alter table order_documents rename constraint papers_order_id_fkey to order_documents_order_id_fkey;
alter table order_documents rename constraint papers_order_refund_id_fkey to order_documents_order_refund_id_fkey;
alter table order_documents rename constraint papers_check to order_documents_check;
alter table order_documents rename constraint papers_check1 to order_documents_check1;
alter table order_documents rename constraint papers_corrects_check to order_documents_corrects_check;
alter table order_documents rename constraint papers_kind_check to order_documents_kind_check;
alter table order_documents rename constraint papers_number_check to order_documents_number_check;
alter index papers_due rename to order_documents_due;
alter index papers_order rename to order_documents_order;
alter index papers_one_correction rename to order_documents_one_correction;
alter index papers_one_credit_note rename to order_documents_one_credit_note;
alter index papers_one_invoice rename to order_documents_one_invoice;
alter index papers_one_receipt rename to order_documents_one_receipt;
alter trigger papers_rows on order_documents rename to order_documents_rows;
alter trigger papers_whole on order_documents rename to order_documents_whole;

alter table pictures rename column state to status;
alter table pictures rename column fault to refusal;
alter table pictures rename constraint pictures_fault_check to pictures_refusal_check;
alter table pictures rename constraint pictures_state_check to pictures_status_check;

alter table promo_codes rename column state to status;
alter table promo_codes rename constraint promo_codes_state_check to promo_codes_status_check;
alter index promo_codes_word rename to promo_codes_code;

alter table promoters rename column state to status;
alter table promoters rename constraint promoters_state_check to promoters_status_check;

alter table promotion_uses rename to promotion_redemptions;
alter table promotion_redemptions rename constraint promotion_uses_pkey to promotion_redemptions_pkey;
alter table promotion_redemptions rename constraint promotion_uses_event_id_fkey to promotion_redemptions_event_id_fkey;
alter table promotion_redemptions rename constraint promotion_uses_promo_code_id_fkey to promotion_redemptions_promo_code_id_fkey;
alter table promotion_redemptions rename constraint promotion_uses_promoter_id_fkey to promotion_redemptions_promoter_id_fkey;
alter table promotion_redemptions rename constraint promotion_uses_check to promotion_redemptions_check;
alter table promotion_redemptions rename constraint promotion_uses_commission_cents_check to promotion_redemptions_commission_cents_check;
alter table promotion_redemptions rename constraint promotion_uses_currency_check to promotion_redemptions_currency_check;
alter table promotion_redemptions rename constraint promotion_uses_discount_cents_check to promotion_redemptions_discount_cents_check;
alter table promotion_redemptions rename constraint promotion_uses_revenue_cents_check to promotion_redemptions_revenue_cents_check;
alter table promotion_redemptions rename constraint promotion_uses_ticket_count_check to promotion_redemptions_ticket_count_check;
alter index promotion_uses_code rename to promotion_redemptions_code;
alter index promotion_uses_promoter rename to promotion_redemptions_promoter;

alter table provider_money rename column state to status;
alter table provider_money rename column comparison_id to run_id;
alter table provider_money rename constraint provider_money_comparison_id_fkey to provider_money_run_id_fkey;

alter table stock rename column terms to sale_version;

alter table ticket_changes rename column place_cents to spot_cents;
alter table ticket_changes rename constraint ticket_changes_place_cents_check to ticket_changes_spot_cents_check;

alter index ticket_types_chain rename to ticket_types_opens_after;

alter table tickets rename column place_returned to spot_returned;
alter table tickets rename constraint tickets_place_of_void to tickets_spot_of_void;

alter table totp_secrets rename column sealed_secret to encrypted_secret;

alter table sandbox.disputes rename column state to status;
alter table sandbox.disputes rename constraint disputes_state_check to disputes_status_check;

alter table sandbox.refunds rename column state to status;
alter table sandbox.refunds rename constraint refunds_state_check to refunds_status_check;

alter table sandbox.sessions rename column state to status;
alter table sandbox.sessions rename constraint sessions_state_check to sessions_status_check;

alter sequence faults_id_seq rename to error_reports_id_seq;
alter sequence money_comparisons_id_seq rename to reconciliation_runs_id_seq;
alter sequence money_exceptions_id_seq rename to discrepancies_id_seq;
alter sequence papers_id_seq rename to order_documents_id_seq;

alter function count_sales_of_nights() rename to add_event_sales;
create or replace function add_event_sales() returns trigger language plpgsql as $$
begin
  insert into event_sales (event_id) select id from added;
  return null;
end $$;

alter function await_audit_seal() rename to await_audit_hash;
create or replace function await_audit_hash() returns trigger language plpgsql as $$
begin
  insert into audit_unhashed (entry_id) select id from written;
  return null;
end $$;

-- The same bytes under a new name: every hash that is stored stays right.
drop function audit_seal(bytea, bigint, audit_log);
create function audit_hash(previous bytea, "position" bigint, entry audit_log) returns bytea
  language sql stable parallel safe
  as $$ select sha256(previous || convert_to(jsonb_build_array("position", entry.id,
    -- Microseconds, in any session's time zone.
    (extract(epoch from entry.at) * 1000000)::bigint,
    entry.staff_id, entry.staff_name, entry.action, entry.target_kind, entry.target_id, entry.before, entry.after,
    entry.reason)::text, 'UTF8')) $$;

create or replace function refuse_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.deleted_at is not null or new.deleted_at is null
    or (new.id, new.order_id, new.text, new.author_id, new.author_name, new.created_at)
      is distinct from (old.id, old.order_id, old.text, old.author_id, old.author_name, old.created_at) then
    raise exception 'a note is only ever deleted softly' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

alter function refuse_paper_change() rename to refuse_order_document_change;
create or replace function refuse_order_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.number is null then return new; end if;
  if tg_op = 'UPDATE' and new.addressee is null
    and to_jsonb(new) - 'addressee' = to_jsonb(old) - 'addressee' then return new; end if;
  raise exception 'an issued document never changes' using errcode = 'insufficient_privilege';
end $$;

alter function refuse_unbalanced_postings() rename to refuse_unbalanced_entries;
create or replace function refuse_unbalanced_entries() returns trigger language plpgsql as $$
begin
  if exists (select from written w
             where (select currency from journal_entries e where e.id = w.entry_id) is distinct from w.currency) then
    raise exception 'a journal line has no entry in its currency' using errcode = 'foreign_key_violation';
  end if;
  if exists (select from written group by entry_id having sum(amount_cents) <> 0) then
    raise exception 'a journal entry does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Values that are stored: each column's check gives way to the new one.
insert into order_moves
select replace(from_status, 'cancelled', 'canceled'), replace(to_status, 'cancelled', 'canceled')
from order_moves where 'cancelled' in (from_status, to_status);
insert into order_moves values ('cancelled', 'canceled');
alter table orders drop constraint orders_status_check;
update orders set status = 'canceled' where status = 'cancelled';
alter table orders add constraint orders_status_check
  check (status in ('awaiting_payment', 'paying', 'paid', 'expired', 'canceled', 'partially_refunded', 'refunded'));
delete from order_moves where 'cancelled' in (from_status, to_status);

alter table payments drop constraint payments_status_check;
update payments set status = 'canceled' where status = 'cancelled';
alter table payments add constraint payments_status_check
  check (status in ('starting', 'open', 'processing', 'declined', 'canceled', 'expired', 'captured', 'refunding', 'refunded'));

alter table tickets drop constraint tickets_status_check;
update tickets set status = 'canceled' where status = 'cancelled';
alter table tickets add constraint tickets_status_check check (status in ('valid', 'canceled', 'refunded'));

alter table ticket_changes drop constraint ticket_changes_kind_check;
update ticket_changes set kind = 'canceled' where kind = 'cancelled';
alter table ticket_changes add constraint ticket_changes_kind_check
  check (kind in ('renamed', 'recoded', 'moved', 'canceled'));

alter table events drop constraint events_status_check;
update events set status = 'canceled' where status = 'cancelled';
alter table events add constraint events_status_check check (status in ('on', 'canceled', 'postponed'));

alter table sandbox.sessions drop constraint sessions_status_check;
update sandbox.sessions set status = 'canceled' where status = 'cancelled';
alter table sandbox.sessions add constraint sessions_status_check
  check (status in ('open', 'processing', 'approved', 'declined', 'canceled', 'expired'));

alter table order_refunds drop constraint order_refunds_made_by_check;
update order_refunds set made_by = 'event' where made_by = 'night';
alter table order_refunds add constraint order_refunds_made_by_check check (made_by in ('staff', 'buyer', 'event'));

update refunds set reason = case reason when 'night_cancelled' then 'event_canceled' else 'event_postponed' end
where reason in ('night_cancelled', 'night_postponed');

alter table discrepancies drop constraint discrepancies_kind_check, drop constraint discrepancies_resolution_check;
update discrepancies set kind = case kind when 'refund_elsewhere' then 'external_refund' else 'failed_webhook' end
where kind in ('refund_elsewhere', 'failed_notice');
update discrepancies set resolution = 'replay_webhook' where resolution = 'replay_notice';
update discrepancies set detail = detail || jsonb_build_object('what', 'status') where detail ->> 'what' = 'state';
update discrepancies set detail = jsonb_set(detail, '{theirs}',
  (detail -> 'theirs') - 'state' || jsonb_build_object('status', detail -> 'theirs' -> 'state'))
where detail -> 'theirs' ? 'state';
alter table discrepancies
  add constraint discrepancies_kind_check check (kind in ('money_without_ticket', 'ticket_without_money',
    'failed_refund', 'external_refund', 'provider_mismatch', 'failed_webhook')),
  add constraint discrepancies_resolution_check check (resolution in ('gone', 'deliver', 'return_money', 'retry_refund',
    'void_order', 'void_tickets', 'ask_provider', 'replay_webhook', 'by_hand'));

alter table job_runs drop constraint job_runs_name_check;
update job_runs set name = 'discrepancies';
alter table job_runs add constraint job_runs_name_check check (name = 'discrepancies');

-- Emails that wait or may be sent again are written from their topic.
alter table emails drop constraint emails_status_check;
update emails set status = 'not_sent' where status = 'kept';
alter table emails add constraint emails_status_check
  check (status in ('queued', 'sending', 'sent', 'not_sent', 'unknown', 'failed'));
update emails set topic = topic || jsonb_build_object('reason',
  case topic ->> 'reason' when 'night_cancelled' then 'event_canceled' else 'event_postponed' end)
where topic ->> 'reason' in ('night_cancelled', 'night_postponed');
update emails set topic = topic || jsonb_build_object('what',
  case topic ->> 'what' when 'cancelled' then 'canceled' else 'rescheduled' end)
where kind in ('night_change', 'ticket_change') and topic ->> 'what' in ('cancelled', 'rearranged');
-- Both schedules are JSON in a string. Their fields are renamed there.
update emails set topic = topic - 'arrangements' || jsonb_build_object('schedules', (
  select jsonb_object_agg(side.key,
    side.value - 'place' - 'state' || jsonb_build_object('venue', side.value -> 'place', 'status', side.value -> 'state'))
  from jsonb_each((topic ->> 'arrangements')::jsonb) side)::text)
where topic ? 'arrangements';
update emails set topic = topic - 'exceptionIds' || jsonb_build_object('discrepancyIds', topic -> 'exceptionIds')
where topic ? 'exceptionIds';
update emails set kind = 'event_change', dedupe_key = 'event-change:' || substr(dedupe_key, length('night-change:') + 1)
where kind = 'night_change' and dedupe_key like 'night-change:%';
update emails set kind = 'event_change' where kind = 'night_change';
update emails set kind = 'security_alert' where kind = 'account_notice';

-- A canceled sandbox payment whose webhook is not delivered yet.
update sandbox.deliveries set type = 'session.canceled' where type = 'session.cancelled';
