import type { DeliverySettings } from "#contract/delivery/settings.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";

export const deliveryPath = "/api/admin/delivery";

/** Shipping rates and sales tax. */
export const deliveryQuery = () => adminQuery<DeliverySettings>(deliveryPath);
