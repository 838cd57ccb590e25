-- The staff's list of nights in each of its orders, and the few that stand out. None of it changes at a purchase.
create index events_by_title on events (lower(title), id);
create index events_by_change on events (updated_at, id);
create index events_drafts on events (starts_at, id) where visibility = 'draft';
create index events_off on events (starts_at, id) where state <> 'on';
