-- People who asked to be told when a part of the site opens. Nobody counts before they confirmed by the mailed link.
create table interests (
  id uuid primary key,
  topic text not null check (topic in ('shop', 'live', 'community')),
  email text not null check (email = lower(email)),
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'left')),
  asked_at timestamptz not null default clock_now(),
  confirmed_at timestamptz,
  left_at timestamptz,
  -- How often the confirming mail was asked for, and when last: bounds what a stranger can make us send.
  mails integer not null default 0,
  mailed_at timestamptz,
  unique (email, topic),
  check (status <> 'confirmed' or confirmed_at is not null),
  check (status <> 'left' or left_at is not null)
);
create index interests_of_topic on interests (topic, status);
