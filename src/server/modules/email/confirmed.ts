import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";

/**
 * Those of some addresses that are confirmed: their owner followed a link that was sent there, to an account or a
 * reminder, or paid with the address. Anybody can type any other address, so its emails have no text that was typed
 * with it. Each module says which addresses were confirmed to it.
 */
export async function findConfirmed(
  { contributed }: Pick<Deps, "contributed">,
  db: Queryable,
  addresses: string[],
): Promise<Set<string>> {
  const confirmed = new Set<string>();
  for (const find of contributed("confirmedAddresses")) {
    for (const address of await find(db, addresses)) confirmed.add(address);
  }
  return confirmed;
}
