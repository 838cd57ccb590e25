-- Rights that staff have besides their role: for all events, or for one, until a time. A grant for a comp host or a promoter
-- names them, and covers what is theirs.
create table grants (
  id bigint generated always as identity primary key,
  user_id bigint not null references users(id) on delete cascade,
  kind text not null check (kind in ('door', 'box_office', 'marketing', 'finance', 'host', 'promoter')),
  event_id bigint references events(id) on delete cascade,
  host_id bigint references comp_hosts(id) on delete cascade,
  promoter_id bigint references promoters(id) on delete cascade,
  given_by bigint references users(id) on delete set null,
  given_at timestamp with time zone not null default clock_now(),
  ends_at timestamp with time zone,
  revoked_by bigint references users(id) on delete set null,
  revoked_at timestamp with time zone,
  constraint grants_host check ((kind = 'host') = (host_id is not null)),
  constraint grants_promoter check ((kind = 'promoter') = (promoter_id is not null)),
  constraint grants_event check (event_id is null or kind not in ('host', 'promoter')),
  constraint grants_ends check (ends_at > given_at),
  constraint grants_revoked check (revoked_by is null or revoked_at is not null)
);
-- One of each at a time. It also finds what someone has.
create unique index grants_open on grants
  (user_id, kind, coalesce(event_id, 0), coalesce(host_id, 0), coalesce(promoter_id, 0)) where revoked_at is null;
create index grants_user on grants (user_id, id);
create index grants_ends_at on grants (ends_at) where revoked_at is null;
create index grants_event_id on grants (event_id) where event_id is not null;
create index grants_host_id on grants (host_id) where host_id is not null;
create index grants_promoter_id on grants (promoter_id) where promoter_id is not null;
create index grants_given_by on grants (given_by);
create index grants_revoked_by on grants (revoked_by) where revoked_by is not null;
