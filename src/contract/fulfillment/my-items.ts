import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { FulfillmentStatus } from "./fulfillment.ts";
import { EventReference, Items, OrderReference, TextOrNull } from "../shapes.ts";

/** An order with products, as its buyer's list shows it. */
export const MyItems = z.object({
  order: OrderReference,
  /** "2 × Yard Tee · Black / M, 1 × Zine" */
  what: z.string(),
  /** Null if nothing of it is shipped or picked up. */
  status: FulfillmentStatus.nullable(),
  hasDownloads: z.boolean(),
  /** Where it is picked up, and the code that staff scan there; null while there is nothing to hand over. */
  pickup: z.object({ code: TextOrNull, event: EventReference }).nullable(),
});
export type MyItems = z.infer<typeof MyItems>;

/** Codes only for what waits, isn't disputed and whose event isn't canceled. */
export const listMyItems = endpoint("GET /api/my-items", "This user's latest orders with products, newest first", {
  access: "guest",
  /** At most twenty. */
  reply: Items(MyItems),
  errors: ["not_signed_in"],
});
