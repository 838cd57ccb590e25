-- What is to be sent or handed over of an order with products: one row per paid order that has any. Kept in step with
-- its units, so that staff find what is open without reading every order.
create table fulfillments (
  order_id uuid primary key references orders (id),
  method text not null check (method in ('ship', 'pickup')),
  -- Where it is picked up.
  event_id bigint references events (id),
  status text not null check (status in ('to_ship', 'partly_shipped', 'shipped', 'to_pick_up', 'partly_picked_up',
    'picked_up', 'nothing_left')),
  -- Nothing of it can be sent before this day, because all of it is made to order; null if something can.
  ready_on date,
  paid_at timestamptz not null default clock_now(),
  check ((method = 'pickup') = (event_id is not null))
);
create index fulfillments_newest on fulfillments (paid_at desc, order_id desc);
create index fulfillments_open on fulfillments (paid_at, order_id)
  where status in ('to_ship', 'partly_shipped', 'to_pick_up', 'partly_picked_up');
create index fulfillments_event on fulfillments (event_id) where event_id is not null;

-- What left for an order: a parcel, or what was handed over.
create table shipments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('parcel', 'handover')),
  carrier text,
  tracking text,
  -- Where it was handed over, if at an event's door.
  event_id bigint references events (id),
  gate text,
  made_by bigint references users (id) on delete set null,
  made_at timestamptz not null default clock_now(),
  voided_at timestamptz,
  check ((kind = 'parcel') = (carrier is not null)),
  check (kind = 'parcel' or tracking is null)
);
create index shipments_order on shipments (order_id);

-- Which units: a unit is a position in its line, from 1, as refunds count them.
create table shipment_units (
  shipment_id uuid not null references shipments (id),
  order_line_id uuid not null references order_lines (id),
  position integer not null check (position >= 1),
  is_voided boolean not null default false,
  primary key (shipment_id, order_line_id, position)
);
create unique index shipment_units_once on shipment_units (order_line_id, position) where not is_voided;

-- Units that came back, and whether they are on sale again.
create table item_returns (
  id uuid primary key,
  order_id uuid not null references orders (id),
  is_restocked boolean not null,
  note text not null default '',
  -- The refund that was made with it.
  order_refund_id uuid references order_refunds (id),
  made_by bigint references users (id) on delete set null,
  made_at timestamptz not null default clock_now()
);
create index item_returns_order on item_returns (order_id);
create index item_returns_refund on item_returns (order_refund_id) where order_refund_id is not null;

create table item_return_units (
  item_return_id uuid not null references item_returns (id),
  order_line_id uuid not null references order_lines (id),
  position integer not null check (position >= 1),
  primary key (order_line_id, position)
);
create index item_return_units_return on item_return_units (item_return_id);

-- How often the file of a line was downloaded.
create table downloads (
  order_line_id uuid primary key references order_lines (id),
  order_id uuid not null references orders (id),
  count integer not null default 0 check (count >= 0),
  last_at timestamptz
);
create index downloads_order on downloads (order_id);

-- A refunded unit that had been sent: its stock comes back with a return, not with the refund.
alter table order_refund_items add column keeps_stock boolean not null default false;

insert into fulfillments (order_id, method, event_id, status, ready_on, paid_at)
select o.id, coalesce(d.method, 'ship'), d.event_id,
  case when o.status = 'refunded' then 'nothing_left' when d.method = 'pickup' then 'to_pick_up' else 'to_ship' end,
  case when bool_or(v.preorder_ships_on is null) then null else min(v.preorder_ships_on) end, o.paid_at
from orders o join variant_lines v on v.order_id = o.id and v.kind = 'physical'
left join order_deliveries d on d.order_id = o.id
where o.paid_at is not null group by o.id, d.method, d.event_id;
