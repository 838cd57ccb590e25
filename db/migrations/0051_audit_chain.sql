-- Each entry of the audit log is sealed into a chain: a hash over the seal before it and all that the entry says. Seals are
-- set a moment after the entry's commit, in the order in which commits were seen, so that nobody who writes waits for
-- another; see docs/decisions/0016-audit-chain.md.

-- What a seal is made of. A column that the log gets later needs a seal of its own version: old ones are over these.
create function audit_seal(previous bytea, place bigint, entry audit_log) returns bytea
  language sql stable parallel safe
  as $$ select sha256(previous || convert_to(jsonb_build_array(place, entry.id,
    -- Microseconds, whatever zone a session shows its instants in.
    (extract(epoch from entry.at) * 1000000)::bigint,
    entry.staff_id, entry.staff_name, entry.action, entry.target_kind, entry.target_id, entry.before, entry.after,
    entry.reason)::text, 'UTF8')) $$;

create table audit_seals (
  position bigint primary key check (position > 0),
  entry_id bigint not null unique,
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null default clock_now()
);
create trigger audit_seals_rows before update or delete on audit_seals
  for each row execute function refuse_audit_change();
create trigger audit_seals_whole before truncate on audit_seals
  for each statement execute function refuse_audit_change();

-- Where the chain ends, kept apart from it: an end that is cut off is missed.
create table audit_chain (
  only_one boolean primary key default true check (only_one),
  position bigint not null default 0 check (position >= 0),
  hash bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(hash) = 32),
  sealed_at timestamptz
);
insert into audit_chain default values;

-- Entries that wait for their seal, since when by the machine's own clock.
create table audit_unsealed (
  entry_id bigint primary key,
  since timestamptz not null default clock_timestamp()
);
create function await_audit_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (entry_id) select id from written;
  return null;
end $$;
create trigger audit_log_written after insert on audit_log
  referencing new table as written for each statement execute function await_audit_seal();

-- The site walks along the whole log again and again, a stretch at a time.
create table audit_walk (
  only_one boolean primary key default true check (only_one),
  -- Looked at in this round: everything up to here.
  entry_id bigint not null default 0,
  -- When its first stretch was looked at; null between two rounds.
  started_at timestamptz,
  -- The first entry that this round found broken, and the first that is known to be.
  found_entry_id bigint,
  broken_entry_id bigint,
  -- When the last round began that found the whole log as it was written.
  whole_at timestamptz
);
insert into audit_walk default values;

do $$
declare
  e audit_log;
  h bytea := (select hash from audit_chain);
  p bigint := 0;
begin
  for e in select * from audit_log order by id loop
    p := p + 1;
    h := audit_seal(h, p, e);
    insert into audit_seals (position, entry_id, hash) values (p, e.id, h);
  end loop;
  update audit_chain set position = p, hash = h, sealed_at = case when p > 0 then clock_now() end;
end $$;
