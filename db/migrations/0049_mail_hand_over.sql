-- When a mail was given to the mail server: a sender that died before it has certainly not sent it.
alter table emails add column handed_over_at timestamptz;
update emails set handed_over_at = clock_now() where status = 'sending';
