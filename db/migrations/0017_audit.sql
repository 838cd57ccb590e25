-- What staff did, in the words of the module that did it. Rows are only ever added: it outlives the people it names.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_now(),
  staff_id bigint not null,
  staff_name text not null,
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$'),
  target_kind text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_log_target on audit_log (target_kind, target_id, id desc);
create index audit_log_staff on audit_log (staff_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_rows before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_whole before truncate on audit_log
  for each statement execute function refuse_audit_change();
