// Rows of the demo that several breakages use.

export const onePaid = "(select id from orders where status = 'paid' and total_cents > 0 order by id limit 1)";
export const boat = "(select id from events where slug = 'soca-on-the-hudson')";
