import type { StrangerRow } from "#tests/email/stranger-rows.ts";

/** What a stranger could put into the emails. */
export const strangerRows: Record<string, StrangerRow> = {
  interest_confirmation: "has a test of its own",
  sales_open: { onlyFor: "an address that confirmed its signup; it has our words only" },
};
