-- What left the house for an order: a parcel, or what was handed over at an event. Each names units of lines.
create table shipments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('parcel', 'pickup')),
  carrier text,
  tracking text,
  -- Where it was handed over.
  event_id bigint references events (id),
  made_by bigint references users (id) on delete set null,
  made_at timestamptz not null default clock_now(),
  voided_at timestamptz
);
create index shipments_order on shipments (order_id);

create table shipment_lines (
  shipment_id uuid not null references shipments (id),
  order_line_id uuid not null references order_lines (id),
  quantity integer not null check (quantity >= 1),
  primary key (shipment_id, order_line_id)
);
create index shipment_lines_line on shipment_lines (order_line_id);

-- Units that came back, and whether they are on sale again.
create table item_returns (
  id uuid primary key,
  order_id uuid not null references orders (id),
  order_line_id uuid not null references order_lines (id),
  quantity integer not null check (quantity >= 1),
  is_restocked boolean not null,
  note text not null default '',
  made_by bigint references users (id) on delete set null,
  made_at timestamptz not null default clock_now()
);
create index item_returns_line on item_returns (order_line_id);
create index item_returns_order on item_returns (order_id);
