-- When staff were written to about an exception; null until they were. Those from before stand on the desk already.
alter table money_exceptions add column told_at timestamptz;
update money_exceptions set told_at = opened_at;
create index money_exceptions_told on money_exceptions (told_at desc) where told_at is not null;
create index money_exceptions_untold on money_exceptions (id) where told_at is null and resolved_at is null;

-- Disputes as staff list them.
create index disputes_newest on disputes (opened_at desc, id);
