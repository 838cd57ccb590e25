import { expect, test } from "vitest";
import { DeliveryChoice } from "#contract/delivery/delivery.ts";
import { choiceOf, wishOf } from "./delivery-draft.ts";
import { noDelivery } from "./no-delivery.ts";

const ship = { ...noDelivery, method: "ship", line1: "1 Shore Road", city: "Brooklyn", state: "NY", zip: "11231" };

test.each([
  ["nothing chosen", noDelivery, undefined],
  ["shipping, no state yet", { ...noDelivery, method: "ship" }, { method: "ship" }],
  ["a whole address", ship, { method: "ship", address: { state: "NY", zip: "11231" } }],
  ["nine digits", { ...ship, zip: " 11231-4567 " }, { method: "ship", address: { state: "NY", zip: "11231" } }],
  ["a ZIP Code that is being typed", { ...ship, zip: "112" }, { method: "ship", address: { state: "NY" } }],
  ["a ZIP Code of another state", { ...ship, zip: "07030" }, { method: "ship", address: { state: "NY" } }],
  ["an option", { ...ship, zip: "", rateId: "7" }, { method: "ship", address: { state: "NY" }, rateId: 7 }],
  ["a pickup without an event", { ...ship, method: "pickup" }, undefined],
  ["a pickup", { ...ship, method: "pickup", eventId: "12" }, { method: "pickup", eventId: 12 }],
])("%s is quoted as far as it is known", (_, fields, wish) => {
  expect(wishOf(fields)).toEqual(wish);
});

test("an order goes to the buyer unless someone else is named", () => {
  const parse = (fields: typeof ship) => DeliveryChoice.parse(choiceOf(fields, "Ada Buyer"));
  expect(parse(ship)).toMatchObject({ method: "ship", address: { name: "Ada Buyer", line1: "1 Shore Road" } });
  expect(parse({ ...ship, recipient: " Marva " })).toMatchObject({ address: { name: "Marva" } });
  expect(parse({ ...ship, line2: "Apt 2" })).toMatchObject({ address: { line2: "Apt 2" } });
});

test.each([
  [{ ...ship, zip: "07030" }, "address.zip", "That ZIP Code isn't in New York"],
  [{ ...ship, zip: "7030" }, "address.zip", "Enter a ZIP Code, such as 11238"],
  [{ ...ship, state: "" }, "address.state", "Choose a state"],
  [{ ...ship, line1: "" }, "address.line1", "Enter a street address"],
])("%o is refused at %s", (fields, path, message) => {
  const { error } = DeliveryChoice.safeParse(choiceOf(fields, "Ada Buyer"));
  expect(error!.issues[0]).toMatchObject({ path: path.split("."), message });
});
