-- What admins change while the site runs; a setting that nobody has changed has no row.
create table settings (
  name text primary key check (name ~ '^[a-z]+([A-Z][a-z]+)*$'),
  value jsonb not null,
  changed_by bigint references users on delete set null,
  changed_at timestamptz not null default clock_now()
);
