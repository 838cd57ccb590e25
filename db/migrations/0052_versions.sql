-- Raised by every save of staff; a save names the one that it began with, so that two who save at once hear of each other.
alter table ticket_types add column version integer not null default 1;
alter table pools add column version integer not null default 1;
alter table promo_codes add column version integer not null default 1;
alter table promoters add column version integer not null default 1;
alter table venues add column version integer not null default 1;
