import { expect, test } from "vitest";
import { loggedPath, requestIdOf } from "./track-requests.ts";

test.each([
  ["a1", true],
  ["0199b2f0-1111-7000-8000-00000000abcd", true],
  ["proxy_7.42-x", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["two words", false],
  ['"quoted"', false],
  ["a, b", false],
  ["ü", false],
])("a request ID from outside, %s, is adopted: %s", (requestId, isAdopted) => {
  const id = requestIdOf({ headers: { "x-request-id": requestId } });
  expect(id === requestId).toBe(isAdopted);
  expect(id).toMatch(/^[\w.-]{1,64}$/);
});

const uuid = "0199b2f0-1111-7000-8000-00000000abcd";
test.each([
  [`/payment-success?order=${uuid}&key=abc`, "/payment-success"],
  ["/password-reset?token=abc#x", "/password-reset"],
  ["/events/7/velvet-riddim", "/events/7/velvet-riddim"],
  [`/api/orders/${uuid}/receipt.pdf?key=abc`, `/api/orders/${uuid}/receipt.pdf`],
  [`/t/${"k".repeat(43)}`, "/t/…"],
  [`/t/${uuid}${uuid}`, "/t/…"],
  ["/people/ada@example.com", "/people/…"],
  ["/people/ada%40example.com", "/people/…"],
])("the log has %s as %s", (url, logged) => expect(loggedPath(url)).toBe(logged));
