-- The line in which all nodes' calls of a payment provider take turns: when the next call of each kind may go out.
create table provider_pace (
  lane text primary key,
  next_at timestamptz not null
) with (fillfactor = 20);
