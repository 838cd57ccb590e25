-- Scans that a phone made without a network are judged as of their own time, so the door must know what was true then.
alter table scans
  -- As of when it counts, by our clock. Null for a scan that counts as of its arrival.
  add column counted_at timestamptz;

-- Codes that were issued and aren't good anymore, with when and why. Kept by a trigger, so that every statement counts,
-- also those of a former version.
create table former_ticket_codes (
  ticket_id bigint not null references tickets (id) on delete cascade,
  version smallint not null check (version >= 1),
  -- The event that it admitted to: staff may have moved the ticket since.
  event_id bigint not null references events (id),
  reason text not null check (reason in ('canceled', 'refunded', 'old_code')),
  replaced_at timestamptz not null default clock_now(),
  primary key (ticket_id, version)
);
create index former_ticket_codes_event on former_ticket_codes (event_id, ticket_id, version);

create function record_former_code() returns trigger language plpgsql as $$
begin
  insert into former_ticket_codes (ticket_id, version, event_id, reason)
  select old.id, v, old.event_id, case when new.status = 'valid' then 'old_code' else new.status end
  from generate_series(old.version, new.version - 1) as v
  on conflict do nothing;
  return null;
end $$;
lock table tickets in share row exclusive mode;
insert into former_ticket_codes (ticket_id, version, event_id, reason, replaced_at)
select t.id, v, t.event_id,
  case when t.status <> 'valid' and v = t.version - 1 then t.status else 'old_code' end, coalesce(t.void_since, t.created_at)
from tickets t cross join generate_series(1, t.version - 1) as v;
create trigger tickets_former_codes after update of version on tickets for each row
when (new.version > old.version) execute function record_former_code();

-- When an event was canceled: guests that came in before had a good ticket. Null also for those that were canceled before.
alter table events add column canceled_at timestamptz;
create function note_canceled_event() returns trigger language plpgsql as $$
begin
  new.canceled_at := case when new.status = 'canceled' then clock_now() end;
  return new;
end $$;
create trigger events_canceled before update of status on events for each row
when (old.status is distinct from new.status) execute function note_canceled_event();

-- Offline scans that don't add up with what else is known, for a person to look at.
create table scan_conflicts (
  id bigint generated always as identity primary key,
  device_id text not null,
  scan_id uuid not null,
  event_id bigint not null references events (id),
  -- second_entry: someone else came in on the ticket. not_valid: it wasn't good then, but the phone let its holder in.
  -- void_since: it was good then, and was canceled, refunded, put on hold or changed since.
  kind text not null check (kind in ('second_entry', 'not_valid', 'void_since')),
  -- The check-in that counts. Its row passes on to an earlier scan if one arrives later.
  admission_id bigint references admissions (id),
  found_at timestamptz not null default clock_now(),
  resolved_at timestamptz,
  resolved_by bigint references users (id),
  note text check (note <> ''),
  constraint scan_conflicts_scan unique (device_id, scan_id),
  constraint scan_conflicts_scan_fkey foreign key (device_id, scan_id) references scans (device_id, scan_id) on delete cascade,
  constraint scan_conflicts_of_second check ((kind = 'second_entry') = (admission_id is not null)),
  constraint scan_conflicts_resolved check (
    (resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (note is null))
);
create index scan_conflicts_event on scan_conflicts (event_id, id);
create index scan_conflicts_admission on scan_conflicts (admission_id) where admission_id is not null;
create index scan_conflicts_resolved_by on scan_conflicts (resolved_by) where resolved_by is not null;
