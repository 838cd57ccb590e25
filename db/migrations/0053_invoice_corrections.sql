-- An invoice that was made out wrongly is cancelled by a paper of its own and made out anew; neither changes the first one.
alter table paper_counters drop constraint paper_counters_kind_check;
alter table paper_counters add constraint paper_counters_kind_check
  check (kind in ('receipt', 'invoice', 'cancellation', 'credit_note'));
alter table papers drop constraint papers_kind_check;
alter table papers add constraint papers_kind_check
  check (kind in ('receipt', 'invoice', 'cancellation', 'credit_note'));

-- The invoice that a cancellation cancels, and the one that an invoice was made out in the place of.
alter table papers add column corrects bigint references papers;
alter table papers add constraint papers_corrects_check
  check (case kind when 'cancellation' then corrects is not null when 'invoice' then true else corrects is null end);
drop index papers_one_invoice;
create unique index papers_one_invoice on papers (order_id) where kind = 'invoice' and corrects is null;
create unique index papers_one_correction on papers (corrects, kind) where corrects is not null;
