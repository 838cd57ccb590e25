-- Single-use codes that were created together.
alter table promo_codes add column batch_id uuid;
create index promo_codes_batch on promo_codes (batch_id) where batch_id is not null;

-- The ZIP or postal code of a venue.
alter table venues add column postal_code text check (length(postal_code) between 1 and 20);
