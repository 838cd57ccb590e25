-- A mail that staff sent again is a mail of its own; it says which one it repeats and who asked for it.
alter table emails
  add column resend_of bigint references emails (id),
  add column requested_by bigint references users (id),
  -- The codes whose pictures went with it, as they were when it was written out.
  add column codes jsonb not null default '[]',
  add check ((resend_of is null) = (requested_by is null));
create index emails_resends on emails (resend_of) where resend_of is not null;
create index emails_newest on emails (created_at desc, id desc);
