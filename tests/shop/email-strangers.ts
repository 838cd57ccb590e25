import type { StrangerRow } from "#tests/email/stranger-rows.ts";

/** What a stranger could put into the emails. */
export const strangerRows: Record<string, StrangerRow> = {
  back_in_stock: { onlyFor: "a signup of an address, without text" },
  staff_low_stock: { onlyFor: "staff" },
};
