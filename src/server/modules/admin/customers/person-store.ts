import { sql, type RawBuilder } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { forgottenAddress } from "#server/modules/orders/index.ts";

type Sql = RawBuilder<unknown>;

// Who is one person. An order belongs to the account that placed it. An order of a guest belongs to the account that has
// confirmed its email address, or, if none has, to "whoever buys under this address": guests with the same address count
// as one person, and pages mark the address as unconfirmed. A guest without an address is a person of their own.

/**
 * Joins the person of orders `o`: `a`, the account, if they have one, and `p`: `owner`, whose own orders are theirs, and
 * `email`, the address of their guest orders.
 * Two lookups by index for each order; their limits keep the planner from reading all people at once instead.
 */
export const personOf = (o: Sql): Sql => sql`
  cross join lateral (select role from ${accountsTables.users} users where id = ${o}.user_id limit 1) u
  left join lateral (
    select id, display_name, email from ${accountsTables.users} users
    where role <> 'guest' and id = case when u.role <> 'guest' then ${o}.user_id
      else (select c.id from ${accountsTables.users} c where c.email = ${o}.buyer_email) end
    limit 1) a on true
  cross join lateral (
    select case when a.id is null then nullif(${o}.buyer_email, '') else a.email end as email,
      case when a.id is null and ${o}.buyer_email = '' then ${o}.user_id else a.id end as owner) p`;

/** The two kinds of orders of a person, each found by one index: their own, and a guest's under their address. */
const kinds = [
  sql`${ordersTables.orders} n where n.user_id = p.owner`,
  sql`${ordersTables.orders} n join ${accountsTables.users} g on g.id = n.user_id and g.role = 'guest' where n.buyer_email = p.email`,
];

/** Orders with tickets, paid or free, of people who weren't deleted. */
export const isCustomers = (o: Sql): Sql =>
  sql`${o}.paid_at is not null and ${o}.buyer_email <> ${sql.lit(forgottenAddress)}`;

const n = sql`n`;

export const ordersOfPerson: Sql = sql.join(
  kinds.map((kind) => sql`select n.* from ${kind} and ${isCustomers(n)}`),
  sql` union all `,
);

const latest: Sql = sql`(${sql.join(
  kinds.map(
    (kind) => sql`
      (select n.id, n.created_at from ${kind} and ${isCustomers(n)} order by n.created_at desc, n.id desc limit 1)`,
  ),
  sql` union all `,
)}) latest order by latest.created_at desc, latest.id desc limit 1`;

/** The id of the joined person's latest order: a single step into each index, however many orders they have. */
export const latestOfPerson: Sql = sql`(select latest.id from ${latest})`;

/**
 * True for the order that is its person's latest. It compares inside the subquery: of a comparison with its result, the
 * planner expects a single row, and would sort all orders instead of walking them.
 */
export const isLatestOfPerson = (o: Sql): Sql => sql`(select latest.id = ${o}.id from ${latest})`;

/** Ids of all orders of the person who placed an order, for other lists' filters. */
export const idsOfCustomer = (orderId: string): Sql => {
  const orderIds = sql.join(
    kinds.map((kind) => sql`select n.id from ${kind}`),
    sql` union all `,
  );
  return sql`array(select mine.id from ${ordersTables.orders} x ${personOf(sql`x`)} cross join lateral (${orderIds}) mine where x.id = ${orderId})`;
};
