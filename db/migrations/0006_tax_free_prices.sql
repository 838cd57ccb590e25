-- Some states don't tax clothing under a price, such as New York under $110 a unit, and counties choose to take part: each
-- row of the tax table may have a price under which an item is free of it. Null: taxed at any price. Shipping has no such
-- price.
alter table tax_rates add column free_below_cents integer check (free_below_cents > 0);
alter table tax_rates add check (free_below_cents is null or category is distinct from 'shipping');
