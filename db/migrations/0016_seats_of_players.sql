-- A seat is a player, not a cookie: the same cookie in another network is another player. Seats last 45 seconds, so those of
-- before are given up.
delete from stream_seats;
alter table stream_seats
  -- A hash of the cookie: which players are one browser's, as far as we know.
  add column browser bytea not null check (length(browser) = 32),
  add column taken_at timestamptz not null default clock_now();
