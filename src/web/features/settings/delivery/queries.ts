import type { DeliverySettings } from "#contract/delivery/settings.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";

export const deliveryPath = "/api/admin/delivery";

/** Shipping rates and sales tax. */
export const deliveryQuery = () => adminQuery<DeliverySettings>(deliveryPath);
