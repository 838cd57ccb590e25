-- While the payment provider does not answer, an order keeps its stock ten minutes longer: once, whatever attempts it has.
alter table payments
  add column grace_seconds integer not null default 0
  constraint payments_grace check (grace_seconds in (0, 600));
create unique index payments_one_grace on payments (subject_id) where grace_seconds > 0;

-- What of the hold's time was added so; hold_expires_at has it in it.
alter table orders
  add column hold_grace_seconds integer not null default 0
  constraint orders_hold_grace check (hold_grace_seconds in (0, 600));
