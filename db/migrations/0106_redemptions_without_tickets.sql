-- A code can be used for an order without tickets.
alter table promotion_redemptions drop constraint promotion_redemptions_ticket_count_check;
alter table promotion_redemptions add constraint promotion_redemptions_ticket_count_check check (ticket_count >= 0);
