import { expect, test } from "vitest";
import { ticketCode, readTicketCode } from "#server/modules/tickets/index.ts";
import { pickupCode, readPickupCode } from "./pickup-codes.ts";

const key = Buffer.alloc(32, 7);

test.each(["SG-0000-0000", "SG-7K2M-94QD", "SG-ZZZZ-ZZZZ"])("the code of order %s leads back to it", (number) => {
  const code = pickupCode({ number, linkVersion: 3 }, key);
  expect(code).toMatch(/^SP[0-9A-Z]{36}$/);
  const read = readPickupCode(code.toLowerCase().replace(/(.{4})/g, "$1 "), key)!;
  expect(read.number).toBe(number);
  expect([read.isCurrent(3), read.isCurrent(4)]).toEqual([true, false]);
});

test("codes of tickets and pickups are never read as each other, nor as signed when one letter differs", () => {
  const code = pickupCode({ number: "SG-7K2M-94QD", linkVersion: 0 }, key);
  expect(readTicketCode(code, key)).toBeUndefined();
  expect(readTicketCode(code.replace("SP", "SG"), key)).toBeUndefined();
  expect(readPickupCode(ticketCode({ ticketId: 1, version: 1 }, key).replace("SG", "SP"), key)).toBeUndefined();
  expect(readPickupCode(code.slice(0, -1) + (code.endsWith("A") ? "B" : "A"), key)).toBeUndefined();
  expect(readPickupCode(code, Buffer.alloc(32, 8))).toBeUndefined();
  expect(readPickupCode("", key)).toBeUndefined();
});
