create table orders (
  id uuid primary key,
  number text not null unique,
  user_id bigint not null references users (id),
  status text not null check (status in
    ('awaiting_payment', 'paying', 'paid', 'expired', 'cancelled', 'partially_refunded', 'refunded')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents integer not null check (subtotal_cents >= 0),
  fee_cents integer not null check (fee_cents >= 0 and fee_cents <= subtotal_cents),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  shipping_cents integer not null default 0 check (shipping_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  total_cents integer not null check (total_cents >= 0),
  buyer_name text not null,
  buyer_email text not null check (buyer_email = lower(buyer_email)),
  hold_expires_at timestamptz not null,
  created_at timestamptz not null default clock_now(),
  paid_at timestamptz,
  check (total_cents = subtotal_cents + tax_cents + shipping_cents - discount_cents),
  check ((status in ('paid', 'partially_refunded', 'refunded')) = (paid_at is not null))
) with (fillfactor = 70);
create index orders_user on orders (user_id, created_at desc);
create index orders_email on orders (buyer_email);

-- The legal moves of an order, beside the same table in the server's rules: a move that is not here is refused.
create table order_moves (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_moves values
  ('awaiting_payment', 'paying'),
  ('awaiting_payment', 'paid'),
  ('awaiting_payment', 'expired'),
  ('awaiting_payment', 'cancelled'),
  ('paying', 'awaiting_payment'),
  ('paying', 'paid'),
  ('paying', 'expired'),
  ('paying', 'cancelled'),
  ('expired', 'paid'),
  ('cancelled', 'paid'),
  ('paid', 'partially_refunded'),
  ('paid', 'refunded'),
  ('partially_refunded', 'refunded');

create function refuse_illegal_order_move() returns trigger language plpgsql as $$
begin
  if not exists (select from order_moves where from_status = old.status and to_status = new.status) then
    raise exception 'order % cannot move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_move before update of status on orders
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_order_move();

create table order_lines (
  id uuid primary key,
  order_id uuid not null references orders (id),
  position smallint not null,
  ticket_type_id bigint not null references ticket_types (id),
  event_id bigint not null references events (id),
  name text not null,
  quantity integer not null check (quantity >= 1),
  unit_cents integer not null check (unit_cents >= 0),
  fee_cents integer not null check (fee_cents >= 0),
  total_cents integer not null check (total_cents = unit_cents * quantity),
  tickets_per_unit integer not null check (tickets_per_unit >= 1),
  unique (order_id, position)
);
create index order_lines_type on order_lines (ticket_type_id);
