-- A decided dispute whose money has not followed the decision yet is still to be looked after.
drop index disputes_open;
create index disputes_unsettled on disputes (next_check_at)
  where status = 'open' or (status = 'won') = (withdrawn_at is not null);
