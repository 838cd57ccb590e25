import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { moneyReturned } from "./refund-mails.ts";
import { shippedTexts, type MailKit } from "#server/modules/email/index.ts";

const kit: MailKit = { baseUrl: "https://sg.example", contactEmail: null, textOf: shippedTexts };
const ticket = { kind: "ticket" };
const product = { kind: "variant" };

test.each([
  ["sold_out_meanwhile", [ticket], /the last tickets had already sold\./, "https://sg.example/events"],
  ["sold_out_meanwhile", [product], /the last items had already sold\./, "https://sg.example/shop"],
  ["sold_out_meanwhile", [ticket, product], /the last items had already sold\./, "https://sg.example/shop"],
  ["paid_twice", [ticket], /Your tickets from the first payment are still valid\./, undefined],
  ["paid_twice", [ticket, product], /Your order from the first payment stands\./, undefined],
])("a payment returned as %s for %j says it of what was ordered", (reason, lines, expected, link) => {
  const order = { number: "SG-7K2M-94QD", currency: "USD", lines, buyer: { name: "Ada" } } as Order;
  const { html, text } = moneyReturned(kit, order, 4500, reason);
  expect(text).toMatch(expected);
  expect(html).toMatch(expected);
  if (link !== undefined) expect(text).toContain(link);
  if (lines.includes(product)) expect(html + text).not.toMatch(/ticket/i);
});
