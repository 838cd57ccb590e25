-- What was given back so far gets its credit notes, and each names a refund that there is.
insert into papers (kind, order_id, order_refund_id, due_at)
select 'credit_note', r.order_id, r.id, r.done_at from order_refunds r join orders o on o.id = r.order_id
where r.status = 'done' and r.amount_cents > 0 and o.paid_at is not null
order by r.done_at, r.id
on conflict do nothing;
alter table papers add foreign key (order_refund_id) references order_refunds;
