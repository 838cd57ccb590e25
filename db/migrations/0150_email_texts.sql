-- The versions of emails' texts, one row for each save. The text that we ship is version 1 and has no row. A version
-- without a text is a reset to it.
create table email_texts (
  kind text not null check (length(kind) <= 60),
  version integer not null check (version >= 2),
  subject text check (length(subject) <= 150),
  intro text check (length(intro) <= 600),
  button_label text check (length(button_label) <= 40),
  saved_by bigint references users (id) on delete set null,
  saved_at timestamptz not null default clock_now(),
  primary key (kind, version),
  check ((subject is null) = (intro is null) and (subject is null) = (button_label is null))
);
