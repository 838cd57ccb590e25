import { ownTables } from "#server/platform/db/owned-tables.ts";

export const invariantsTables = ownTables({
  invariant_checks: {
    columns: ["id", "broken_since", "outcome"],
    readers: ["audit"],
  },
});
