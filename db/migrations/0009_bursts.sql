-- True for a visitor beyond what one network may bring at a time: likely a bot. Staff can still count them.
alter table interactions add column is_burst boolean not null default false;
