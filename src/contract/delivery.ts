import * as z from "zod/mini";
import { lineChecks } from "./form-fields.ts";
import { usStates } from "./us-states.ts";

// Checked by checkout before it is sent, so it uses zod/mini.

/** A US address to ship to. The ZIP Code has to be one of the state's. */
export const addressFields = {
  name: z.string().check(...lineChecks(2, 120, "Enter who it's for")),
  line1: z.string().check(...lineChecks(3, 120, "Enter a street address")),
  line2: z.optional(z.string().check(...lineChecks(0, 120))),
  city: z.string().check(...lineChecks(2, 80, "Enter a city")),
  state: z.string().check(z.refine((code) => code in usStates, "Choose a state")),
  zip: z.string().check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, "Enter a ZIP Code, such as 11238")),
};
export const UsAddress = z.strictObject(addressFields);
export type UsAddress = z.infer<typeof UsAddress>;

/** How an order's products get to their buyer. Digital products and tickets need none. */
export const DeliveryChoice = z.discriminatedUnion("method", [
  /** `rateId`: the shipping option; the cheapest one if omitted. */
  z.strictObject({ method: z.literal("ship"), address: UsAddress, rateId: z.optional(z.int().check(z.minimum(1))) }),
  /** Handed over at an event, from doors on. */
  z.strictObject({ method: z.literal("pickup"), eventId: z.int().check(z.minimum(1)) }),
]);
export type DeliveryChoice = z.infer<typeof DeliveryChoice>;
