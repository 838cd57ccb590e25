-- Single-use codes that were created together.
alter table promo_codes add column batch_id uuid;
create index promo_codes_batch on promo_codes (batch_id) where batch_id is not null;
