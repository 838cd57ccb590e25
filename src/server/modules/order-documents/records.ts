import { findOrderIdsOf } from "#server/modules/orders/index.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import { documentNumber } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Documents billed to a person: for their data download, and for account deletion, which removes the name and keeps the
 * sale.
 */
export const orderDocumentsRecords: RecordSource = {
  async read(db, owner) {
    const documents = await store.listDocumentsOf(db, await findOrderIdsOf(db, owner));
    return documents.map(({ kind, year, number, issuedAt, addressee, totalCents }) => ({
      kind,
      number: documentNumber(kind, year, number),
      issuedAt: issuedAt.toISOString(),
      totalCents,
      addressee,
    }));
  },
  async forget(tx, owner) {
    // Waits for a draw that may have read the name already.
    await store.lockNumbers(tx);
    await store.forgetAddressees(tx, await findOrderIdsOf(tx, owner));
  },
};
