-- Who waits for a product or a stream joins the signups for everything else. The tables back_in_stock and stream_reminders
-- stay for nodes of the version before, and their rows move here as they come; a later version drops them.
alter table interests add column user_id bigint references users (id) on delete set null;
create index interests_user on interests (user_id) where user_id is not null;
-- What somebody waits for: the jobs that look for it run every few seconds.
create index interests_waiting on interests (topic) where status = 'confirmed' and event_id is null;
