import * as z from "zod/mini";
import { DeliveryChoice } from "#contract/delivery/delivery.ts";
import { buyerFields } from "#contract/form-fields.ts";

/** What the checkout of an event's tickets sends about the buyer. */
export const buyerForm = z.object(buyerFields);

/** What the checkout of a cart sends. */
export const cartForm = z.object({ buyer: z.object(buyerFields), delivery: z.optional(DeliveryChoice) });
