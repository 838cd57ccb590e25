-- A notice that could not be worked on however often it was tried is left alone: `failed_at`. Staff may replay it.
alter table webhook_inbox add column failed_at timestamptz;
drop index webhook_inbox_waiting;
create index webhook_inbox_waiting on webhook_inbox (next_attempt_at) where processed_at is null and failed_at is null;
create index webhook_inbox_failed on webhook_inbox (failed_at) where processed_at is null and failed_at is not null;
create index webhook_inbox_received on webhook_inbox (received_at desc, provider_event_id desc);
