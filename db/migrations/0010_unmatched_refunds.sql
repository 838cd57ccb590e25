-- Refunds made at the payment provider that staff haven't matched to tickets yet. Figures of revenue read all of them.
create index refunds_unmatched on refunds (payment_id) where reason = 'provider' and order_refund_id is null;
-- Sales are counted anew: refunds now count in the hour in which they were decided.
update roll_up_progress set up_to = '-infinity' where name = 'sales';
