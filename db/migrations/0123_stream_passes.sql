-- Tickets of this type open live streams and admit nobody at the door.
alter table ticket_types add column is_stream_pass boolean not null default false;
alter table scans drop constraint scans_verdict_check;
alter table scans add constraint scans_verdict_check check (verdict in
  ('admitted', 'already_admitted', 'wrong_event', 'void', 'unknown', 'not_yet', 'expired_code', 'stream_pass'));
