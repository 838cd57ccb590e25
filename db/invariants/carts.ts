import type { Invariant } from "./invariant.ts";

/** Invariants of carts. */
export const cartInvariants: Invariant[] = [
  {
    id: "I-88",
    holds: "Each cart belongs to a user or to a browser, and no user or browser has two",
    sql: `
      select min(id) as cart, user_id::text as owner, count(*)::integer as carts from carts where user_id is not null
      group by user_id having count(*) > 1
      union all
      select min(id), encode(token_hash, 'hex'), count(*)::integer from carts where token_hash is not null
      group by token_hash having count(*) > 1
      union all
      select id, null, 1 from carts where user_id is null and token_hash is null`,
  },
  {
    id: "I-89",
    holds: "A cart has at most 20 lines, each of 1 to 100 units",
    sql: `
      select cart_id, count(*)::integer as lines, min(quantity) as least, max(quantity) as most from cart_lines
      group by cart_id having count(*) > 20 or min(quantity) < 1 or max(quantity) > 100`,
  },
];
