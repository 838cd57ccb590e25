/** How an order is delivered, as the checkout's form has it. Empty text for what isn't chosen or typed. */
export type DeliveryFields = Record<
  "method" | "recipient" | "line1" | "line2" | "city" | "state" | "zip" | "rateId" | "eventId",
  string
>;

export const noDelivery: DeliveryFields = {
  method: "",
  recipient: "",
  line1: "",
  line2: "",
  city: "",
  state: "",
  zip: "",
  rateId: "",
  eventId: "",
};
