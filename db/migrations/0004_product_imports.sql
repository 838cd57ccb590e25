-- Product files that staff imported or look at before they import them, and the pictures that come from their addresses.

create table product_imports (
  id bigint generated always as identity primary key,
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- The rows of the file, and lines that couldn't be read; null once it is imported.
  read_table jsonb,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default clock_now(),
  -- Null while staff only look at it.
  imported_at timestamptz,
  check ((imported_at is null) = (read_table is not null))
);
create index product_imports_waiting on product_imports (created_at) where imported_at is null;

-- One row for each address that a product was given. `waiting`: to be fetched. `fetched`: in the library, being drawn.
-- `done`: the product shows it. `failed`: `reason` says why.
create table product_import_pictures (
  id bigint generated always as identity primary key,
  import_id bigint not null references product_imports (id) on delete cascade,
  product_id bigint not null references products (id) on delete cascade,
  url text not null check (char_length(url) <= 2000),
  alt text not null check (char_length(alt) between 1 and 300),
  -- Variants that show this picture.
  variant_ids bigint[] not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'fetched', 'done', 'failed')),
  reason text check (char_length(reason) <= 300),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default clock_now(),
  picture_id bigint references pictures (id) on delete set null,
  unique (product_id, url),
  check ((status = 'failed') = (reason is not null)),
  check (status <> 'waiting' or picture_id is null)
);
create index product_import_pictures_due on product_import_pictures (due_at) where status in ('waiting', 'fetched');
create index product_import_pictures_import on product_import_pictures (import_id);
create index product_import_pictures_picture on product_import_pictures (picture_id) where picture_id is not null;
