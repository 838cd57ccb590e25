-- What a night's editor keeps besides what the public page showed from the start.

-- Nights of one run: the same night on several dates.
create table event_series (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default clock_now()
);

alter table events
  -- Raised with every save: who saves an older one is told.
  add column version integer not null default 1,
  -- The text as it is set; `description` stays the same text without marks. Null: the paragraphs of `description`.
  add column description_html text,
  add column gallery jsonb not null default '[]',
  add column seo_title text,
  add column seo_description text,
  add column recap text,
  -- A draft that shows itself at this instant, and how.
  add column publish_at timestamptz,
  add column publish_as text check (publish_as in ('published', 'unlisted')),
  add column state text not null default 'on' check (state in ('on', 'cancelled', 'postponed')),
  add column state_note text,
  -- When it would have begun before it was moved.
  add column moved_from timestamptz,
  -- Counts the times that holders had to be told of a change.
  add column changes integer not null default 0,
  add column series_id bigint references event_series (id),
  add constraint events_publish_plan check ((publish_at is null) = (publish_as is null)),
  add constraint events_plan_of_drafts check (publish_at is null or visibility = 'draft');
create index events_to_publish on events (publish_at) where publish_at is not null;
create index events_by_series on events (series_id, starts_at) where series_id is not null;
create index events_by_start_all on events (starts_at, id);

-- Addresses that a night had before. They lead to it, and tell its editor what became of them.
create table event_slugs (
  event_id bigint not null references events (id) on delete cascade,
  slug text not null,
  left_at timestamptz not null default clock_now(),
  primary key (event_id, slug)
);
