-- Staff read every scan, refused ones and undone check-ins included, by event and by ticket.
alter table scans
  -- Why a ticket was void.
  add column reason text check (reason in ('event_canceled', 'canceled', 'refunded', 'on_hold', 'old_code')),
  add constraint scans_reason_is_of_void check (reason is null or verdict = 'void');
create index scans_ticket on scans (ticket_id, received_at) where ticket_id is not null;
-- Where a check-in was undone, and by whom.
alter table admissions
  add column voided_gate text,
  add column voided_by bigint references users (id),
  add constraint admissions_voided check (voided_at is not null or (voided_gate is null and voided_by is null));
create index admissions_ticket on admissions (ticket_id, admitted_at);
