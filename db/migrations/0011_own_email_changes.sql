-- Buyers can change the email of their order. The address that it had is told, and can stop the change for 24 hours: until
-- then it is kept here. After a stop only staff change the order's email.
alter table orders
  add column former_email text,
  add column email_changed_at timestamptz,
  add column email_stopped_at timestamptz,
  -- How often buyers have changed it since it was paid.
  add column email_changes smallint not null default 0 check (email_changes between 0 and 3),
  add constraint orders_former_email check ((former_email is null) = (email_changed_at is null)),
  add constraint orders_former_is_other check (former_email <> buyer_email),
  add constraint orders_email_stopped check (email_stopped_at is null or former_email is null);
