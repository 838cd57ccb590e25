import { ownTables } from "#server/platform/db/owned-tables.ts";

export const mediaTables = ownTables({
  discarded_pictures: {},
  picture_uses: {},
  pictures: {},
});
