import type { StrangerRow } from "#tests/email/stranger-rows.ts";

/** What a stranger could put into the emails. */
export const strangerRows: Record<string, StrangerRow> = {
  stream_live: { onlyFor: "a confirmed address that signed up; it has our words only" },
};
