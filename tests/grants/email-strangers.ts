import type { StrangerRow } from "#tests/email/stranger-rows.ts";

/** What a stranger could put into the emails. */
export const strangerRows: Record<string, StrangerRow> = { staff_grant: { onlyFor: "staff" } };
