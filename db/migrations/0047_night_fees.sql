-- Whether what guests pay on top, or the house, carries a night's fees. Types of nights from before say it each for itself.
alter table events
  add column fee_rule jsonb not null default '{"kind": "by_type"}'
    check (fee_rule ->> 'kind' in ('by_type', 'absorbed', 'passed_on'));
