-- Each line and the shipping have their own part of the tax on top of prices.
alter table order_lines add column tax_cents integer not null default 0 check (tax_cents >= 0);
alter table orders
  add column shipping_tax_cents integer not null default 0,
  add constraint orders_shipping_tax check (shipping_tax_cents >= 0 and shipping_tax_cents <= tax_cents);
update order_lines l set tax_cents = o.tax_cents from orders o
where o.id = l.order_id and o.tax_cents > 0
  and l.position = (select min(position) from order_lines first where first.order_id = o.id);

-- A refund is of units, by line and position (a ticket is one), or of the order's shipping: no line, position 0.
alter table order_refund_items rename column keeps_ticket to keeps_unit;
alter table order_refund_items add column position integer;
update order_refund_items i set position = t.position from tickets t where t.id = i.ticket_id;
drop index order_refund_items_one_end;
alter table order_refund_items
  alter column position set not null,
  drop constraint order_refund_items_pkey,
  alter column order_line_id drop not null,
  alter column ticket_id drop not null,
  add constraint order_refund_items_once unique nulls not distinct (order_refund_id, order_line_id, position),
  add constraint order_refund_items_place check (position >= 0 and (order_line_id is null) = (position = 0)),
  add constraint order_refund_items_shipping check (order_line_id is not null or (ticket_id is null and fee_cents = 0));
create unique index order_refund_items_one_end on order_refund_items (order_line_id, position) where not keeps_unit;
alter table order_refunds drop constraint order_refunds_kind_check;
update order_refunds set kind = 'units' where kind = 'tickets';
alter table order_refunds
  alter column kind set default 'units',
  add constraint order_refunds_kind_check check (kind in ('units', 'difference', 'amount'));

-- The books name what was sold by kind and item, and shipping has an account of its own.
alter table journal_lines rename column ticket_type_id to item_id;
alter table journal_lines add column kind text check (kind ~ '^[a-z_]{1,40}$');
alter table journal_lines disable trigger journal_lines_rows;
update journal_lines set kind = 'ticket' where item_id is not null;
alter table journal_lines enable trigger journal_lines_rows;
alter table journal_lines
  add constraint journal_lines_item check ((kind is null) = (item_id is null)),
  drop constraint journal_lines_account_check,
  add constraint journal_lines_account_check check (
    account in ('provider', 'buyers', 'sales', 'fees', 'tax', 'shipping', 'disputes', 'by_hand'));

-- Where an order came from, as its buyer's browser says; the promoter is one that exists.
create table order_attributions (
  order_id uuid primary key references orders (id),
  source text check (length(source) between 1 and 40),
  campaign text check (length(campaign) between 1 and 40),
  promoter_id bigint references promoters (id),
  stream_id bigint,
  check (num_nonnulls(source, campaign, promoter_id, stream_id) > 0)
);
create index order_attributions_promoter on order_attributions (promoter_id) where promoter_id is not null;
insert into order_attributions (order_id, promoter_id)
select order_id, promoter_id from promotion_redemptions where promoter_id is not null;
