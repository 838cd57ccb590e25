-- Why somebody is kept out: they read it when they try to sign in. Nobody who may sign in has one.
alter table users
  add column suspended_reason text check (length(suspended_reason) between 3 and 200),
  add constraint users_reason_of_suspension check (suspended_reason is null or suspended_at is not null);
