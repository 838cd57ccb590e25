import { sql } from "kysely";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

/** What staff do with stock, and what they hear of it. */
export const stockFlows = [
  flow({
    name: "receive units",
    covers: ["POST /api/admin/variants/{id}/stock"],
    async prepare(site) {
      return { variantId: await site.create.variant({ onHand: 3 }), token: (await site.as("admin")).token! };
    },
    async run({ send }, { token, variantId }) {
      const body = { reason: "received", units: 4 };
      await send({ path: `/api/admin/variants/${variantId}/stock`, token, key: "box", body });
    },
    async check(site, { variantId }) {
      const { rows } = await sql<{ capacity: number }>`
        select capacity from stock where id = (select stock_id from variants where id = ${variantId})`.execute(site.db);
      const found = {
        ...rows[0],
        changes: await countRows(site, `stock_changes where variant_id = ${variantId}`),
        noted: await countRows(site, "audit_log where action = 'stock.changed'"),
      };
      return difference("stock", found, { capacity: 7, changes: 2, noted: 1 });
    },
  }),
  flow({
    name: "staff are told that a variant is running low",
    covers: ["job low-stock"],
    async prepare(site) {
      await (await site.as("admin")).post("/api/admin/settings", { contactEmail: "stock@example.com" });
      return { variantId: await site.create.variant({ onHand: 1, lowStockAt: 2 }) };
    },
    run: ({ runJob }) => runJob("low-stock"),
    check: async (site) =>
      difference("emails", { count: await countRows(site, "emails where kind = 'staff_low_stock'") }, { count: 1 }),
  }),
];
