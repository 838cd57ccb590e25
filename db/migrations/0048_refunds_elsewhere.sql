-- A refund that was made at the provider and not by us is one of ours from the moment we hear of it: reason 'provider'.
-- The provider's name of a refund is the wall against taking it in twice.
drop index refunds_provider;
create unique index refunds_provider on refunds (provider_ref) where provider_ref is not null;

alter table money_exceptions
  drop constraint money_exceptions_kind_check,
  add constraint money_exceptions_kind_check check (kind in ('money_without_ticket', 'ticket_without_money',
    'failed_refund', 'refund_elsewhere', 'provider_mismatch', 'failed_notice')),
  drop constraint money_exceptions_resolution_check,
  add constraint money_exceptions_resolution_check check (resolution in ('gone', 'deliver', 'return_money',
    'retry_refund', 'void_order', 'void_tickets', 'ask_provider', 'replay_notice', 'by_hand'));

-- The sandbox's books: what somebody refunds on its own desk has no key of ours.
alter table sandbox.refunds alter column idempotency_key drop not null;
