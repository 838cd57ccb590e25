-- Each showing of a code at a door, by the phone's own number for it: the same scan sent twice is one row.
create table scans (
  device_id text not null,
  scan_id uuid not null,
  event_id bigint not null references events (id),
  ticket_id bigint references tickets (id),
  verdict text not null check (verdict in
    ('admitted', 'already_admitted', 'wrong_event', 'void', 'unknown', 'not_yet', 'expired_code')),
  gate text,
  staff_id bigint not null references users (id),
  scanned_at timestamptz,
  received_at timestamptz not null default clock_now(),
  primary key (device_id, scan_id)
);
create index scans_event on scans (event_id, received_at);

-- One entry at the door. A ticket has at most one that stands.
create table admissions (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets (id),
  event_id bigint not null references events (id),
  device_id text not null,
  scan_id uuid not null,
  gate text,
  staff_id bigint not null references users (id),
  admitted_at timestamptz not null default clock_now(),
  voided_at timestamptz
);
create unique index admissions_once on admissions (ticket_id) where voided_at is null;
create index admissions_event on admissions (event_id, admitted_at);
