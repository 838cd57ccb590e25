-- A chat room of something that another module has: a stream, say.
create table chat_rooms (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,30}$'),
  owner_id bigint not null,
  audience text not null default 'signed_in' check (audience in ('signed_in', 'members', 'ticket_holders')),
  -- Seconds that an author waits between messages.
  slow_seconds integer not null default 0 check (slow_seconds between 0 and 600),
  links text not null default 'trusted' check (links in ('off', 'trusted', 'all')),
  opens_at timestamptz,
  closes_at timestamptz,
  -- Closed by a moderator, whatever the time is.
  is_paused boolean not null default false,
  pinned_id bigint,
  created_at timestamptz not null default clock_now(),
  unique (kind, owner_id),
  check (closes_at > opens_at)
);

create table chat_messages (
  id bigint generated always as identity primary key,
  room_id bigint not null references chat_rooms (id),
  -- Null once the account is deleted.
  author_id bigint references users (id) on delete set null,
  author_name text not null,
  badge text check (badge in ('host', 'moderator', 'admin')),
  text text not null check (length(text) between 1 and 500),
  reply_to_id bigint,
  -- Chosen by the browser: the same message sent twice is one.
  client_id uuid not null,
  at timestamptz not null default clock_now(),
  hidden_at timestamptz,
  unique (room_id, id),
  unique (room_id, author_id, client_id),
  foreign key (room_id, reply_to_id) references chat_messages (room_id, id)
);
create index chat_messages_shown on chat_messages (room_id, id desc) where hidden_at is null;
create index chat_messages_author on chat_messages (author_id);
create index chat_messages_replies on chat_messages (room_id, reply_to_id) where reply_to_id is not null;

alter table chat_rooms add foreign key (id, pinned_id) references chat_messages (room_id, id);

-- One reaction of each person to a message.
create table chat_reactions (
  message_id bigint not null references chat_messages (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'laugh', 'fire', 'clap', 'wow')),
  primary key (message_id, user_id)
);
create index chat_reactions_user on chat_reactions (user_id);

-- When each person last posted in a room. Posting locks the row, so a person's messages come one after the other.
create table chat_authors (
  room_id bigint not null references chat_rooms (id),
  user_id bigint not null references users (id) on delete cascade,
  last_at timestamptz not null default '-infinity',
  primary key (room_id, user_id)
);
create index chat_authors_user on chat_authors (user_id);

-- Who can't post (`until` is set: a timeout), or can't read either (a ban). Without a room: in every room.
create table chat_bans (
  id bigint generated always as identity primary key,
  room_id bigint references chat_rooms (id),
  user_id bigint not null references users (id) on delete cascade,
  until timestamptz,
  made_at timestamptz not null default clock_now(),
  lifted_at timestamptz
);
create unique index chat_bans_one on chat_bans (user_id, coalesce(room_id, 0)) where lifted_at is null;
create index chat_bans_room on chat_bans (room_id) where room_id is not null;

-- What moderators did, for those who look after the room.
create table chat_log (
  id bigint generated always as identity primary key,
  room_id bigint references chat_rooms (id),
  at timestamptz not null default clock_now(),
  moderator_id bigint references users (id) on delete set null,
  moderator_name text not null,
  action text not null check (action in ('hidden', 'restored', 'pinned', 'unpinned', 'timed_out', 'banned', 'unbanned',
    'changed')),
  message_id bigint references chat_messages (id),
  person_id bigint references users (id) on delete set null,
  person_name text,
  reason text not null
);
create index chat_log_room on chat_log (room_id, id desc);
create index chat_log_message on chat_log (message_id) where message_id is not null;
create index chat_log_person on chat_log (person_id) where person_id is not null;
create index chat_log_moderator on chat_log (moderator_id) where moderator_id is not null;

-- Words that no message may have, folded as messages are.
create table chat_words (
  word text primary key check (length(word) between 2 and 40)
);
