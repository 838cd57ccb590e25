-- Addresses that products had before: links to them lead to the product's current one.
create table product_slugs (
  slug text primary key,
  product_id bigint not null references products (id) on delete cascade,
  left_at timestamptz not null default clock_now()
);
create index product_slugs_product on product_slugs (product_id);
