-- What was tried with a proof of work, promo codes for example: after ten of these it takes another one.
alter table proofs add column tries smallint not null default 0 check (tries >= 0);
