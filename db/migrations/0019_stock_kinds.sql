-- More things are scarce: the places that several ticket types share, and the uses of a promo code.
alter table stock drop constraint stock_kind_check;
alter table stock add constraint stock_kind_check check (kind in ('ticket_type', 'event', 'variant', 'pool', 'promo'));
