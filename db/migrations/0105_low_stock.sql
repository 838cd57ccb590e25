-- When staff were told that a variant is running low; null until then, and again once it has enough.
alter table variants add column low_told_at timestamptz;
