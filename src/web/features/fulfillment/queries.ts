import { adminQuery } from "#web/admin-kit/table/list-query.ts";

export const adminFulfillmentQuery = (id: string) =>
  adminQuery("GET /api/admin/orders/{id}/fulfillment", { params: { id } });
