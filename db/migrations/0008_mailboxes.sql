-- `ada+1@example.com` and `ada@example.com` are one mailbox for most providers. Limits count them as one; accounts, orders
-- and consent keep them apart.

-- The mailbox of an address: without its tag, in lower case. The server does the same (contract/email-address.ts); a test
-- compares the two.
create function mailbox_of(email text) returns text language sql immutable parallel safe strict
  return regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@');

create index orders_mailbox on orders (mailbox_of(buyer_email));
create index emails_mailbox on emails (mailbox_of(to_address), released_at) where priority < 3 and released_at is not null;
create index account_links_mailbox on account_links (mailbox_of(email), created_at) where email is not null;
