-- The realtime channel. Each topic numbers its messages without gaps: a message takes its number with the topic's row
-- locked until the transaction ends, so that the order of the numbers is the order of the commits. Numbers from a
-- sequence aren't: a reader who has seen 6 would miss 5.
create table realtime_topics (
  topic text primary key check (topic ~ '^[a-z][a-z_]{0,30}\.[A-Za-z0-9_-]{1,64}$'),
  -- The number of its latest message.
  seq bigint not null check (seq >= 0)
) with (fillfactor = 50);

-- The latest messages, for those who come back after a break; older ones are deleted.
create table realtime_messages (
  topic text not null references realtime_topics (topic),
  seq bigint not null check (seq >= 1),
  type text not null check (type ~ '^[a-z_]{1,40}$'),
  data jsonb not null,
  -- What the message is about, so that its text can be removed from here too.
  subject text check (length(subject) between 1 and 100),
  at timestamptz not null default clock_now(),
  primary key (topic, seq)
);
create index realtime_messages_age on realtime_messages (at);
create index realtime_messages_subject on realtime_messages (topic, subject) where subject is not null;
