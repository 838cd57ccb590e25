-- What a refund is for: tickets that become void, the price difference of a move, or an amount that staff chose.
alter table order_refunds add column kind text not null default 'tickets'
  check (kind in ('tickets', 'difference', 'amount'));
update order_refunds set kind = 'difference'
where exists (select from order_refund_items where order_refund_id = id and keeps_ticket);
