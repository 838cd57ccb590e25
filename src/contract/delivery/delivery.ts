import * as z from "zod/mini";
import { lineChecks } from "../form-fields.ts";
import { stateCodeOf, usStates } from "./us-states.ts";
import { formatZip } from "./us-zip-codes.ts";
import { refuseZip } from "./zip-rules.ts";

// Checked by checkout before it is sent, so it uses zod/mini.

const State = z.string().check(
  z.overwrite(stateCodeOf),
  z.refine((code) => Object.hasOwn(usStates, code), "Choose a state"),
);
const Zip = z.string().check(z.overwrite(formatZip), z.regex(/^\d{5}(-\d{4})?$/, "Enter a ZIP Code, such as 11238"));

/** The fields of a US address to ship to. */
const addressFields = {
  name: z.string().check(...lineChecks(2, 120, "Enter who it's for")),
  line1: z.string().check(...lineChecks(3, 120, "Enter a street address")),
  line2: z.optional(z.string().check(...lineChecks(0, 120))),
  city: z.string().check(...lineChecks(2, 80, "Enter a city")),
  state: State,
  zip: Zip,
};

/** Refuses an address whose ZIP Code isn't one of its state's. An order and its quote are checked alike. */
const checkZip = z.check<{ state?: string | undefined; zip?: string | undefined }>((ctx) => {
  const { state, zip } = ctx.value;
  const message = state === undefined || zip === undefined ? undefined : refuseZip(state, zip);
  if (message !== undefined) ctx.issues.push({ code: "custom", message, path: ["zip"], input: zip });
});

/** A US address to ship to. The ZIP Code has to be one of the state's. */
const UsAddress = z.strictObject(addressFields).check(checkZip);
type UsAddress = z.infer<typeof UsAddress>;

const rowId = z.int().check(z.minimum(1));

/** Handed over at an event, from doors on. */
const Pickup = z.strictObject({ method: z.literal("pickup"), eventId: rowId });

/** How an order's products get to their buyer. Digital products and tickets need none. */
export const DeliveryChoice = z.discriminatedUnion("method", [
  /** `rateId`: the shipping option; the cheapest one if omitted. */
  z.strictObject({ method: z.literal("ship"), address: UsAddress, rateId: z.optional(rowId) }),
  Pickup,
]);
export type DeliveryChoice = z.infer<typeof DeliveryChoice>;

/** What a quote needs to know of it: so much of the address as is known. Other fields of the address are ignored. */
export const DeliveryWish = z.discriminatedUnion("method", [
  z.strictObject({
    method: z.literal("ship"),
    address: z.optional(z.object({ state: z.optional(State), zip: z.optional(Zip) }).check(checkZip)),
    rateId: z.optional(rowId),
  }),
  Pickup,
]);
export type DeliveryWish = z.infer<typeof DeliveryWish>;
