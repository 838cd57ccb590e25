-- Staff can change an order's email. Raising the version invalidates every link that was emailed before.
alter table orders add column link_version integer not null default 0 check (link_version >= 0);

-- The emails about an order, whatever address they went to.
create index emails_order on emails ((topic ->> 'orderId'), id) where (topic ->> 'orderId') is not null;
