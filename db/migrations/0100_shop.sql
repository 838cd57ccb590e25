-- What the shop sells. A product has variants; a variant is what is counted, priced and sold.
create table collections (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  name text not null check (length(name) between 1 and 60),
  description text not null default '',
  position integer not null default 100,
  version integer not null default 1
);

create table products (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  title text not null check (length(title) between 1 and 120),
  tagline text not null default '',
  description text not null default '',
  kind text not null check (kind in ('physical', 'digital')),
  publication text not null default 'draft' check (publication in ('draft', 'active', 'archived')),
  tax_category text not null check (tax_category in ('clothing', 'general', 'media', 'digital')),
  -- [{"name": "Color", "values": ["Black", "Bone"]}]
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- Which of them is the size and which the color, from 1; null without one.
  size_at integer generated always as (case 'size' when lower(options #>> '{0,name}') then 1
    when lower(options #>> '{1,name}') then 2 when lower(options #>> '{2,name}') then 3 end) stored,
  color_at integer generated always as (case 'color' when lower(options #>> '{0,name}') then 1
    when lower(options #>> '{1,name}') then 2 when lower(options #>> '{2,name}') then 3 end) stored,
  -- {"rows": [["Size", "Chest"], …], "note": "…"}
  size_guide jsonb,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  position integer not null default 1000,
  version integer not null default 1,
  -- What a visitor searches by: title, tagline, collections, colors.
  search_text text not null default '',
  published_at timestamptz,
  created_at timestamptz not null default clock_now(),
  updated_at timestamptz not null default clock_now()
);
create index products_active on products (position, id) where publication = 'active';

create table collection_products (
  collection_id bigint not null references collections (id) on delete cascade,
  product_id bigint not null references products (id) on delete cascade,
  primary key (collection_id, product_id)
);
create index collection_products_product on collection_products (product_id);

-- Pictures in order; the first one is the product's face. `picture_id` and its files are the media library's.
create table product_pictures (
  product_id bigint not null references products (id) on delete cascade,
  position integer not null check (position between 0 and 19),
  picture_id bigint not null references pictures (id),
  primary key (product_id, position)
);
create index product_pictures_picture on product_pictures (picture_id);

create table product_events (
  product_id bigint not null references products (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  primary key (product_id, event_id)
);
create index product_events_event on product_events (event_id);

create table variants (
  id bigint generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  stock_id bigint not null unique references stock (id),
  -- A value for each option of the product, in their order.
  options text[] not null default '{}',
  sku text not null check (length(sku) between 1 and 40),
  price_cents integer not null check (price_cents between 1 and 100000000),
  compare_at_cents integer check (compare_at_cents > price_cents),
  cost_cents integer check (cost_cents >= 0),
  weight_grams integer not null default 0 check (weight_grams between 0 and 100000),
  low_stock_at integer check (low_stock_at >= 0),
  max_per_order integer not null default 10 check (max_per_order between 1 and 100),
  max_per_person integer check (max_per_person between 1 and 1000),
  sales_start_at timestamptz,
  sales_end_at timestamptz,
  preorder_ships_on date,
  picture integer check (picture between 0 and 19),
  position integer not null default 0,
  is_archived boolean not null default false,
  check (sales_start_at is null or sales_end_at is null or sales_start_at < sales_end_at)
);
create unique index variants_sku on variants (lower(sku)) where not is_archived;
create unique index variants_options on variants (product_id, options) where not is_archived;
create index variants_product on variants (product_id, position);

-- A bundle: one unit of `variant_id` takes these units of other variants' stock.
create table variant_parts (
  variant_id bigint not null references variants (id) on delete cascade,
  part_id bigint not null references variants (id),
  quantity integer not null check (quantity between 1 and 20),
  primary key (variant_id, part_id),
  check (variant_id <> part_id)
);
create index variant_parts_part on variant_parts (part_id);

-- What only order lines of variants have.
create table variant_lines (
  order_line_id uuid primary key references order_lines (id),
  order_id uuid not null,
  variant_id bigint not null references variants (id),
  product_id bigint not null references products (id),
  kind text not null check (kind in ('physical', 'digital')),
  sku text not null,
  cost_cents integer,
  weight_grams integer not null default 0,
  preorder_ships_on date
);
create index variant_lines_order on variant_lines (order_id);
create index variant_lines_variant on variant_lines (variant_id);
create index variant_lines_product on variant_lines (product_id, order_id);

-- What changed a variant's stock besides its sales and refunds.
create table stock_changes (
  id bigint generated always as identity primary key,
  variant_id bigint not null references variants (id) on delete cascade,
  reason text not null check (reason in ('received', 'counted', 'damaged', 'given_away', 'returned', 'opening')),
  units integer not null,
  on_hand integer not null check (on_hand >= 0),
  note text not null default '',
  made_by bigint references users (id) on delete set null,
  at timestamptz not null default clock_now()
);
create index stock_changes_variant on stock_changes (variant_id, id desc);

-- The file of a digital product; the store's name for it is random.
create table product_files (
  id bigint generated always as identity primary key,
  product_id bigint unique references products (id) on delete set null,
  name text not null,
  bytes bigint not null,
  type text not null,
  store_key text not null unique,
  uploaded_by bigint references users (id) on delete set null,
  created_at timestamptz not null default clock_now()
);

-- Who wants one email when a variant can be bought again.
create table back_in_stock (
  id bigint generated always as identity primary key,
  variant_id bigint not null references variants (id) on delete cascade,
  email text not null,
  user_id bigint references users (id) on delete set null,
  asked_at timestamptz not null default clock_now(),
  told_at timestamptz
);
create unique index back_in_stock_waiting on back_in_stock (variant_id, email) where told_at is null;
create index back_in_stock_user on back_in_stock (user_id) where user_id is not null;
