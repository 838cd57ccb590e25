-- The picture library. A picture is a row from the moment its file has arrived; it can be shown once it is ready.
create table pictures (
  id bigint generated always as identity primary key,
  -- Names its files under /media/posters; changes when the file is replaced.
  key text not null unique check (key ~ '^[a-z0-9-]{1,64}$'),
  state text not null check (state in ('uploaded', 'processing', 'ready', 'refused')),
  -- Why it was refused.
  fault text check (fault in ('not_a_picture', 'too_many_pixels', 'too_small', 'unreadable', 'failed')),
  file_name text not null check (length(file_name) between 1 and 200),
  alt text not null default '' check (length(alt) <= 300),
  bytes bigint check (bytes > 0),
  sha256 bytea check (length(sha256) = 32),
  width integer check (width > 0),
  height integer check (height > 0),
  dominant text check (dominant ~ '^#[0-9a-f]{6}$'),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  placeholder text,
  -- The point that every crop keeps, in parts of the width and the height.
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  -- The share card was cut around a former focal point.
  card_due boolean not null default false,
  -- The picture whose file this one takes the place of, once it is ready.
  replaces_id bigint references pictures (id) on delete cascade,
  attempts integer not null default 0,
  leased_until timestamptz,
  uploaded_by bigint references users (id) on delete set null,
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now(),
  search_text text generated always as (lower(alt || ' ' || file_name)) stored,
  check ((state = 'refused') = (fault is not null)),
  check (state <> 'ready' or (width is not null and height is not null and dominant is not null and accent is not null))
);
create index pictures_to_process on pictures (id) where state in ('uploaded', 'processing');
create index pictures_with_card_due on pictures (id) where card_due;
create index pictures_replacing on pictures (replaces_id) where replaces_id is not null;
-- The same file twice is one picture.
create unique index pictures_by_content on pictures (sha256) where state <> 'refused' and replaces_id is null;

-- Where pictures are used; whoever uses one keeps its own copy of what it shows.
create table picture_uses (
  picture_id bigint not null references pictures (id),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  target_id text not null check (length(target_id) between 1 and 64),
  label text not null check (length(label) <= 300),
  primary key (picture_id, kind, target_id)
);
create index picture_uses_by_target on picture_uses (kind, target_id);

-- Keys of files that are to go: a page that is open may still ask for them until then.
create table discarded_pictures (
  key text primary key,
  discard_at timestamptz not null
);

-- The posters that nights have already.
insert into pictures (key, state, file_name, alt, width, height, dominant, accent, placeholder)
select distinct on (poster ->> 'key') poster ->> 'key', 'ready', (poster ->> 'key') || '.jpg', left(poster ->> 'alt', 300),
  (poster ->> 'width')::integer, (poster ->> 'height')::integer, lower(poster ->> 'dominant'), lower(poster ->> 'accent'),
  poster ->> 'placeholder'
from events where poster ->> 'key' ~ '^[a-z0-9-]{1,64}$' order by poster ->> 'key', id;

insert into picture_uses (picture_id, kind, target_id, label)
select p.id, 'event', e.id::text, left(e.title, 300) from events e join pictures p on p.key = e.poster ->> 'key';
