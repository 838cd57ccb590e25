-- One encoder feeds a stream at a time; staff can switch to another one that sends with the same key.
alter table streams
  -- Who sends what is played, and who else sends with the same key: hashes of their networks and programs.
  add column encoder text,
  add column rival text,
  add column rival_at timestamptz,
  add constraint streams_rival check ((rival is null) = (rival_at is null));
-- How far the other encoder is, as it counts.
alter table stream_renditions add column rival_sequence bigint;
-- What a host has to know about the encoder, once for each kind.
create table stream_warnings (
  stream_id bigint not null references streams (id),
  kind text not null check (kind in ('skipped_long', 'skipped_empty', 'refused_file')),
  detail text not null check (length(detail) <= 300),
  warned_at timestamptz not null default clock_now(),
  primary key (stream_id, kind)
);
