-- What a host puts into their encoder. Only its hash is stored.
create table stream_keys (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default clock_now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- A show that is watched on the site.
create table streams (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  description text not null default '',
  picture_id bigint references pictures (id),
  starts_at timestamptz not null,
  time_zone text not null,
  event_id bigint references events (id) on delete set null,
  -- push: a host's encoder sends it here. hls: it is at another address. embed: a service's own player shows it.
  source text not null check (source in ('push', 'hls', 'embed')),
  key_id bigint references stream_keys (id),
  address text,
  embed_provider text check (embed_provider in ('youtube', 'twitch')),
  embed_video text check (embed_video ~ '^[A-Za-z0-9_-]{3,40}$'),
  -- tickets: of its event. pass: of the types in stream_ticket_types.
  access text not null check (access in ('free', 'members', 'tickets', 'pass')),
  status text not null default 'scheduled'
    check (status in ('scheduled', 'starting', 'live', 'stalled', 'ended', 'replay')),
  is_published boolean not null default false,
  is_recorded boolean not null default true,
  version integer not null default 1,
  -- When the host pressed Go live.
  go_live_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- When its last segment was published, and how long segments are at most.
  last_segment_at timestamptz,
  segment_seconds integer not null default 2 check (segment_seconds between 1 and 20),
  -- When the encoder said that it has ended; null again if it sends more.
  encoder_ended_at timestamptz,
  created_at timestamptz not null default clock_now(),
  deleted_at timestamptz,
  check ((source = 'push') = (key_id is not null)),
  check ((source = 'hls') = (address is not null)),
  check ((source = 'embed') = (embed_provider is not null)),
  check ((embed_provider is null) = (embed_video is null)),
  check ((status in ('ended', 'replay')) = (ended_at is not null)),
  check (status not in ('live', 'stalled', 'replay') or started_at is not null),
  check (ended_at >= started_at)
);
create index streams_start on streams (starts_at desc, id desc) where deleted_at is null;
create index streams_open on streams (id) where status in ('scheduled', 'starting', 'live', 'stalled') and deleted_at is null;
create index streams_key on streams (key_id) where key_id is not null;
create index streams_event on streams (event_id) where event_id is not null;
create index streams_picture on streams (picture_id) where picture_id is not null;
-- A key feeds one stream at a time.
create unique index streams_one_per_key on streams (key_id) where status in ('live', 'stalled') and deleted_at is null;

create table stream_ticket_types (
  stream_id bigint not null references streams (id),
  ticket_type_id bigint not null references ticket_types (id) on delete cascade,
  primary key (stream_id, ticket_type_id)
);
create index stream_ticket_types_type on stream_ticket_types (ticket_type_id);

-- One run of an encoder, from its first segment until it is cut off or ends.
create table stream_pushes (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams (id),
  began_at timestamptz not null default clock_now(),
  last_segment_at timestamptz not null default clock_now(),
  segments integer not null default 0 check (segments >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  media_ms bigint not null default 0 check (media_ms >= 0),
  -- Segments that its playlists skipped.
  gaps integer not null default 0 check (gaps >= 0)
);
create index stream_pushes_stream on stream_pushes (stream_id, id);

-- A playlist that the host sends: one quality, sound or captions.
create table stream_renditions (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams (id),
  path text not null,
  -- What the host's own master playlist says of it.
  attributes jsonb not null default '{}',
  -- The playlist that waits for segments that it names.
  pending jsonb,
  last_host_sequence bigint,
  next_sequence integer not null default 0 check (next_sequence >= 0),
  discontinuity integer not null default 0 check (discontinuity >= 0),
  segment_seconds integer not null default 1 check (segment_seconds between 1 and 20),
  is_ended boolean not null default false,
  unique (stream_id, path)
);

-- A file that an encoder uploaded. Names repeat when an encoder restarts, so each upload has an ID of its own.
create table stream_segments (
  id uuid primary key,
  number bigint generated always as identity,
  stream_id bigint not null references streams (id),
  path text not null,
  -- receiving: its bytes are on their way. ready: it is stored. published: a playlist of ours names it.
  status text not null default 'receiving' check (status in ('receiving', 'ready', 'published')),
  bytes integer not null default 0 check (bytes >= 0),
  received_at timestamptz not null default clock_now(),
  rendition_id bigint references stream_renditions (id),
  sequence integer check (sequence >= 0),
  duration_ms integer check (duration_ms > 0),
  discontinuity integer check (discontinuity >= 0),
  -- The upload with the headers that this one needs.
  map_id uuid references stream_segments (id),
  -- When its first frame was shown, by the clock of the stream.
  begins_at timestamptz,
  -- From its stream's start on, it belongs to the recording.
  published_at timestamptz,
  unique (rendition_id, sequence),
  check ((sequence is null) = (rendition_id is null)),
  check ((sequence is null) = (duration_ms is null)),
  check ((sequence is null) = (discontinuity is null)),
  check ((sequence is null) = (begins_at is null)),
  check ((sequence is null) = (published_at is null)),
  check (sequence is null or status = 'published')
);
create index stream_segments_path on stream_segments (stream_id, path, number desc);
create index stream_segments_age on stream_segments (received_at);
create index stream_segments_map on stream_segments (map_id) where map_id is not null;

-- Who watches, by the hash of their cookie.
create table stream_viewers (
  stream_id bigint not null references streams (id),
  viewer bytea not null check (length(viewer) = 32),
  first_seen_at timestamptz not null default clock_now(),
  seen_at timestamptz not null default clock_now(),
  primary key (stream_id, viewer)
);
create index stream_viewers_seen on stream_viewers (seen_at);

create table stream_minutes (
  stream_id bigint not null references streams (id),
  minute timestamptz not null,
  viewers integer not null check (viewers >= 0),
  primary key (stream_id, minute)
);

-- A ticket opens its stream to two viewers at a time: each takes a seat.
create table stream_seats (
  stream_id bigint not null references streams (id),
  ticket_id bigint not null references tickets (id),
  seat smallint not null check (seat between 1 and 2),
  viewer bytea not null check (length(viewer) = 32),
  seen_at timestamptz not null default clock_now(),
  primary key (stream_id, ticket_id, seat),
  unique (stream_id, viewer)
);
create index stream_seats_seen on stream_seats (seen_at);
create index stream_seats_ticket on stream_seats (ticket_id);

-- Who wants one email when a stream is live.
create table stream_reminders (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams (id),
  email text not null,
  user_id bigint references users (id) on delete set null,
  asked_at timestamptz not null default clock_now(),
  told_at timestamptz,
  unique (stream_id, email)
);
create index stream_reminders_waiting on stream_reminders (stream_id) where told_at is null;
create index stream_reminders_email on stream_reminders (email);
create index stream_reminders_user on stream_reminders (user_id) where user_id is not null;
