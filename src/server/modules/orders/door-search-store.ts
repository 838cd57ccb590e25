import { sql, type RawBuilder } from "kysely";
import { searchedAddressOf } from "#contract/email-address.ts";
import { hasWords, orderNumberOf } from "#server/platform/db/word-search.ts";

/**
 * The condition on orders `o` that door staff search: by the beginnings of words in these names, by the order number or its last
 * four characters, as the printed door list has them, or by the buyer's whole address. A part of an address finds nothing, so that nobody can guess addresses letter by letter.
 *
 * @param names what else is searched besides the order number, as SQL text
 */
export function fitsDoorSearch(names: RawBuilder<unknown>, q: string): RawBuilder<unknown> {
  if (q.includes("@")) return sql`o.buyer_email = ${searchedAddressOf(q)}`;
  const number = orderNumberOf(q);
  if (number !== undefined) return sql`o.number = ${number}`;
  const numbers = sql`replace(o.number, '-', '') || ' ' || right(o.number, 4)`;
  return hasWords({ names: sql`${names} || ' ' || ${numbers}`, address: sql`''` }, q.replace(/[#…]/g, " "));
}
