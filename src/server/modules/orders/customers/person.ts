import { sql, type RawBuilder } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { forgottenAddress } from "../records-store.ts";

type Sql = RawBuilder<unknown>;

// Who is one person. An order belongs to the account that placed it. An order of a guest belongs to the account that has
// confirmed its email address, or, if none has, to "whoever buys under this address": guests with the same address count
// as one person, and pages mark the address as unconfirmed.

/**
 * Joins the person of orders `o`: `a`, the account, if they have one, and `p.email`, the address of their guest orders.
 * Two lookups by index for each order.
 */
export const personOf = (o: Sql): Sql => sql`
  join ${accountsTables.users} u on u.id = ${o}.user_id
  left join ${accountsTables.users} a on a.role <> 'guest' and a.id = case when u.role <> 'guest' then u.id
    else (select c.id from ${accountsTables.users} c where c.email = ${o}.buyer_email) end
  cross join lateral (select case when a.id is null then ${o}.buyer_email else a.email end as email) p`;

/** The two kinds of orders of a person, each found by one index: the account's own, and a guest's under their address. */
const kinds = [
  sql`orders n where n.user_id = a.id`,
  sql`orders n join ${accountsTables.users} g on g.id = n.user_id and g.role = 'guest' where n.buyer_email = p.email`,
];

/** Orders with tickets, paid or free, of people who weren't deleted. */
export const isCustomers = (o: Sql): Sql =>
  sql`${o}.paid_at is not null and ${o}.buyer_email <> ${sql.lit(forgottenAddress)}`;

const n = sql`n`;

/** All orders of the joined person. */
export const ordersOfPerson: Sql = sql.join(
  kinds.map((kind) => sql`select n.* from ${kind} and ${isCustomers(n)}`),
  sql` union all `,
);

/** The id of the joined person's latest order: a single step into each index, however many orders they have. */
export const latestOfPerson: Sql = sql`(select id from (${sql.join(
  kinds.map(
    (kind) => sql`
      (select n.id, n.created_at from ${kind} and ${isCustomers(n)} order by n.created_at desc, n.id desc limit 1)`,
  ),
  sql` union all `,
)}) latest order by created_at desc, id desc limit 1)`;

/** Ids of all orders of the person who placed an order, for other lists' filters. */
export const idsOfCustomer = (orderId: string): Sql => {
  const own = sql.join(
    kinds.map((kind) => sql`select n.id from ${kind}`),
    sql` union all `,
  );
  return sql`array(select mine.id from orders x ${personOf(sql`x`)} cross join lateral (${own}) mine where x.id = ${orderId})`;
};
