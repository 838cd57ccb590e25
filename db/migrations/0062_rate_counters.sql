-- Counters of guesses and checkouts that all nodes share. They last minutes and are worth nothing after a crash, so the
-- table is unlogged: counting writes nothing to the log and waits for no disk. Names and order of the columns are those
-- of the library that counts; `expire` is in milliseconds since 1970.
create unlogged table rate_counters (
  key text primary key,
  points integer not null,
  expire bigint
) with (fillfactor = 70);
