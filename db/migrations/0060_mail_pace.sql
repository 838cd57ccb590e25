-- When an email had its turn among those to its address, and the email that carries it if it waited too long for one.
alter table emails
  add column released_at timestamptz,
  add column merged_into bigint references emails (id);
alter table emails drop constraint emails_status_check;
alter table emails add constraint emails_status_check
  check (status in ('queued', 'sending', 'sent', 'not_sent', 'unknown', 'failed', 'merged'));
alter table emails add constraint emails_merged_check check ((status = 'merged') = (merged_into is not null));
-- Emails that were attempted before have had their turn.
update emails set released_at = created_at where status in ('queued', 'sending', 'unknown') and attempts > 0;
