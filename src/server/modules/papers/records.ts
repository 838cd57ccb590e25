import { findOrderIdsOf } from "#server/modules/orders/index.ts";
import type { RecordKeeper } from "#server/platform/personal-records.ts";
import { paperNumber } from "./rules.ts";
import * as store from "./store.ts";

/** Papers made out to a person: for their download, and for leaving. Who is forgotten is taken off; the sale stays. */
export const papersRecords: RecordKeeper = {
  async read(db, owner) {
    const papers = await store.listPapersOf(db, await findOrderIdsOf(db, owner));
    return papers.map(({ kind, year, number, issuedAt, addressee, totalCents }) => ({
      kind,
      number: paperNumber(kind, year, number),
      issuedAt: issuedAt.toISOString(),
      totalCents,
      addressee,
    }));
  },
  async forget(tx, owner) {
    // A draw that has read the name already ends first.
    await store.lockNumbers(tx);
    await store.forgetAddressees(tx, await findOrderIdsOf(tx, owner));
  },
};
