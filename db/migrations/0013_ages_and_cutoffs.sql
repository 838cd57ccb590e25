-- Any age: "all", or a number and a plus sign.
alter table events drop constraint events_age_rule_check,
  add constraint events_age_rule_check check (age_rule = 'all' or age_rule ~ '^[1-9][0-9]?\+$');
-- Whether ticket sales end when the event starts, such as a boat that sails, rather than when it ends.
alter table events add column sales_end_at_start boolean not null default false;
