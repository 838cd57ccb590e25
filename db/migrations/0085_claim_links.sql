-- Claim links: a batch that people take their tickets from themselves, until it's used up or its time is up.
alter table comp_batches add column ends_at timestamptz;
alter table comp_batches add column max_per_person smallint check (max_per_person between 1 and 4);
alter table comp_batches add constraint comp_batches_link
  check ((source = 'link') = (ends_at is not null) and (source = 'link') = (max_per_person is not null));

-- Who claimed: a keyed hash of the email, so that each email claims once per link.
alter table comp_guests add column claimant bytea check (length(claimant) = 32);
create unique index comp_guests_claimant on comp_guests (batch_id, claimant);
create index comp_guests_claims on comp_guests (claimant) where claimant is not null;
