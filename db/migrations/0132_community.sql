-- A member in the community. Whoever writes locks their own row, so one person's posts come one after the other.
create table community_members (
  user_id bigint primary key references users (id) on delete cascade,
  -- Until when they can only read; 'infinity' after a suspension from the community.
  muted_until timestamptz,
  muted_reason text,
  show_joined boolean not null default true,
  show_badges boolean not null default false,
  is_findable boolean not null default true,
  may_follow boolean not null default true,
  mentions text not null default 'everyone' check (mentions in ('everyone', 'following', 'nobody')),
  digest text not null default 'weekly' check (digest in ('off', 'daily', 'weekly')),
  digest_at timestamptz not null default clock_now(),
  check ((muted_until is null) = (muted_reason is null))
);
create index community_members_digest on community_members (digest, digest_at) where digest <> 'off';

-- Who follows, muted or blocked whom.
create table relations (
  from_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('follow', 'mute', 'block')),
  to_id bigint not null references users (id) on delete cascade,
  at timestamptz not null default clock_now(),
  primary key (from_id, kind, to_id),
  check (from_id <> to_id)
);
create index relations_to on relations (to_id, kind, from_id);

-- The order in which posts were published: an approved post is as new as its approval.
create sequence post_positions;

create table posts (
  id bigint generated always as identity primary key,
  kind text not null default 'post' check (kind in ('post', 'photos', 'after_party')),
  -- Null once the account is deleted, and for what the site itself writes.
  author_id bigint references users (id) on delete set null,
  event_id bigint references events (id),
  -- Where the event was in time when it was written.
  phase text check (phase in ('before', 'during', 'after')),
  -- Markdown, and what the renderer of this version made of it.
  text text not null check (length(text) <= 5000),
  html text not null,
  html_version smallint not null,
  status text not null check (status in ('published', 'held', 'hidden', 'deleted')),
  hidden_reason text,
  position bigint not null unique default nextval('post_positions'),
  created_at timestamptz not null default clock_now(),
  published_at timestamptz,
  pinned_at timestamptz,
  edited_at timestamptz,
  version integer not null default 1,
  image_count smallint not null default 0 check (image_count between 0 and 10),
  comment_count integer not null default 0 check (comment_count >= 0),
  -- By kind.
  reactions jsonb not null default '{}',
  reaction_count integer not null default 0 check (reaction_count >= 0),
  -- In seconds: when it was published, plus a week for each tenfold response. It goes in steps, so that most reactions
  -- change no index.
  score bigint generated always as (
    (floor(20 * log((1 + reaction_count + 2 * comment_count)::double precision)) * 30240
      + floor(extract(epoch from published_at at time zone 'UTC')))::bigint) stored,
  check ((event_id is null) = (phase is null)),
  check ((status = 'hidden') = (hidden_reason is not null)),
  check (status <> 'published' or published_at is not null),
  check (pinned_at is null or status = 'published'),
  check (kind = 'post' or event_id is not null),
  check (kind <> 'after_party' or author_id is null)
) with (fillfactor = 85);
create unique index posts_after_party on posts (event_id) where kind = 'after_party';
create index posts_new on posts (position desc) where status = 'published';
create index posts_top on posts (score desc, id desc) where status = 'published';
create index posts_general_new on posts (position desc) where status = 'published' and event_id is null;
create index posts_general_top on posts (score desc, id desc) where status = 'published' and event_id is null;
create index posts_photos_new on posts (position desc) where status = 'published' and image_count > 0;
create index posts_photos_top on posts (score desc, id desc) where status = 'published' and image_count > 0;
create index posts_event_new on posts (event_id, position desc) where status = 'published';
create index posts_event_top on posts (event_id, score desc, id desc) where status = 'published';
create index posts_phase_new on posts (event_id, phase, position desc) where status = 'published';
create index posts_phase_top on posts (event_id, phase, score desc, id desc) where status = 'published';
create index posts_author on posts (author_id, position desc);
create index posts_recent on posts (author_id, created_at);
create index posts_pinned on posts (pinned_at desc) where pinned_at is not null;
create index posts_words on posts using gin (search_words(text, '')) with (gin_pending_list_limit = 16384);

-- The images of a post, in order. Those of a wall name its event.
create table post_images (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  picture_id bigint not null references pictures (id),
  place smallint not null,
  wall_event_id bigint references events (id),
  hidden_at timestamptz,
  hidden_reason text,
  unique (post_id, picture_id),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index post_images_wall on post_images (wall_event_id, id desc) where wall_event_id is not null;
create index post_images_picture on post_images (picture_id);

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  parent_id bigint,
  author_id bigint references users (id) on delete set null,
  text text not null check (length(text) <= 2000),
  html text not null,
  html_version smallint not null,
  status text not null check (status in ('published', 'held', 'hidden', 'deleted')),
  hidden_reason text,
  created_at timestamptz not null default clock_now(),
  edited_at timestamptz,
  version integer not null default 1,
  reply_count integer not null default 0 check (reply_count >= 0),
  reactions jsonb not null default '{}',
  reaction_count integer not null default 0 check (reaction_count >= 0),
  unique (post_id, id),
  foreign key (post_id, parent_id) references comments (post_id, id),
  check ((status = 'hidden') = (hidden_reason is not null))
) with (fillfactor = 85);
create index comments_top on comments (post_id, id) where parent_id is null;
create index comments_replies on comments (post_id, parent_id, id) where parent_id is not null;
create index comments_author on comments (author_id, created_at);

-- One reaction of each person to a post or a comment.
create table post_reactions (
  post_id bigint not null references posts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'laugh', 'fire', 'clap', 'wow')),
  primary key (post_id, user_id)
);
create index post_reactions_user on post_reactions (user_id);
create table comment_reactions (
  comment_id bigint not null references comments (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('like', 'love', 'laugh', 'fire', 'clap', 'wow')),
  primary key (comment_id, user_id)
);
create index comment_reactions_user on comment_reactions (user_id);

-- What a post or comment said before its edits.
create table earlier_texts (
  id bigint generated always as identity primary key,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  -- When this text was written.
  at timestamptz not null,
  text text not null,
  image_count smallint not null default 0,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create index earlier_texts_post on earlier_texts (post_id, id) where post_id is not null;
create index earlier_texts_comment on earlier_texts (comment_id, id) where comment_id is not null;

-- Whom a text mentions, so that the name can leave it with its account.
create table post_mentions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create index post_mentions_user on post_mentions (user_id);
create unique index post_mentions_post on post_mentions (post_id, user_id) where post_id is not null;
create unique index post_mentions_comment on post_mentions (comment_id, user_id) where comment_id is not null;

-- The consent of a ticket's holder to show that they are going. It counts while they hold the valid ticket.
create table going_tickets (
  ticket_id bigint primary key references tickets (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  event_id bigint not null references events (id),
  at timestamptz not null default clock_now()
);
create index going_tickets_event on going_tickets (event_id, at);
create index going_tickets_user on going_tickets (user_id);

-- What waits for a moderator: held by the site, or reported.
create table review_items (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('post', 'comment', 'photo', 'person')),
  target_id bigint not null,
  author_id bigint references users (id) on delete set null,
  holds text[] not null default '{}' check (holds <@ array['new_member', 'banned_word', 'wall']),
  opened_at timestamptz not null default clock_now(),
  decided_at timestamptz,
  decided_by bigint references users (id) on delete set null,
  decision text check (decision in ('approved', 'hidden', 'removed')),
  check ((decided_at is null) = (decision is null))
);
create unique index review_items_open on review_items (kind, target_id) where decided_at is null;
create index review_items_waiting on review_items (id) where decided_at is null;
create index review_items_done on review_items (id desc) where decided_at is not null;
create index review_items_author on review_items (author_id);
create index review_items_decider on review_items (decided_by) where decided_by is not null;

create table reports (
  id bigint generated always as identity primary key,
  review_id bigint not null references review_items (id),
  reporter_id bigint references users (id) on delete set null,
  reason text not null check (reason in ('spam', 'harassment', 'hate', 'sexual', 'violence', 'privacy', 'other')),
  note text not null check (length(note) <= 500),
  at timestamptz not null default clock_now(),
  unique (review_id, reporter_id)
);
create index reports_reporter on reports (reporter_id);

-- What moderators did, and to which things, so that it can be undone.
create table moderation_actions (
  id bigint generated always as identity primary key,
  kind text not null
    check (kind in ('approve', 'hide', 'restore', 'warn', 'mute', 'unmute', 'suspend', 'remove_all')),
  person_id bigint references users (id) on delete set null,
  moderator_id bigint references users (id) on delete set null,
  moderator_name text not null,
  reason text not null,
  at timestamptz not null default clock_now(),
  until timestamptz,
  -- The mute that this one replaced or ended.
  former_until timestamptz,
  former_reason text,
  undone_at timestamptz
);
create index moderation_actions_person on moderation_actions (person_id, id desc);
create index moderation_actions_moderator on moderation_actions (moderator_id);
create table moderation_items (
  action_id bigint not null references moderation_actions (id) on delete cascade,
  kind text not null check (kind in ('post', 'comment', 'photo', 'person')),
  target_id bigint not null,
  -- The item of the queue that the action closed.
  review_id bigint references review_items (id),
  former_status text not null check (former_status in ('published', 'held', 'hidden')),
  former_reason text,
  primary key (action_id, kind, target_id)
);
create index moderation_items_review on moderation_items (review_id) where review_id is not null;

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('mention', 'comment', 'reply', 'follow', 'event_news', 'after_party', 'approved',
    'hidden', 'restored', 'warned', 'muted', 'unmuted', 'report_closed')),
  actor_id bigint references users (id) on delete cascade,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  event_id bigint references events (id) on delete cascade,
  -- A moderator's reason or an event's news; texts of posts are read from the posts.
  text text not null default '',
  at timestamptz not null default clock_now(),
  read_at timestamptz
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id, id) where read_at is null;
create unique index notifications_follow on notifications (user_id, actor_id) where kind = 'follow';
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_post on notifications (post_id) where post_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
create index notifications_event on notifications (event_id) where event_id is not null;

-- The community's rules that staff set.
create table community_rules (
  is_only boolean primary key default true check (is_only),
  held_posts smallint not null default 1 check (held_posts between 0 and 20)
);
insert into community_rules default values;
