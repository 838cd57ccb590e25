-- A code can be used for an order that is for no event.
alter table promotion_redemptions alter column event_id drop not null;
