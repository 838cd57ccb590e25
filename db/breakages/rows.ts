// Rows of the demo that several breakages use.

export const onePaid = `(select o.id from orders o where o.status = 'paid' and o.total_cents > 0
  and not exists (select from variant_lines v where v.order_id = o.id) order by o.id limit 1)`;
export const boat = "(select id from events where slug = 'soca-on-the-hudson')";
