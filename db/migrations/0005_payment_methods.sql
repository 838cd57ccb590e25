-- What the buyer of a payment could choose on the provider's page besides a card: a repeated request must be identical.
alter table payments add column methods text[] not null default '{}'
  constraint payments_methods_check check (methods <@ array['klarna', 'affirm', 'cashapp', 'afterpay_clearpay']);
