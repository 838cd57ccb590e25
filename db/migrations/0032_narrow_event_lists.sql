-- Nights in the order of their beginning, told apart by what most lists ask for without looking at the nights themselves.
drop index events_by_start_all;
create index events_by_start_all on events (starts_at, id) include (ends_at, visibility);
