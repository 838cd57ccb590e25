import { expect, test } from "vitest";
import { allowedNames, checkVerbs, findRetiredVerb, retiredVerbs } from "../../scripts/structure/verbs.ts";

const path = "src/server/modules/orders/store.ts";

test.each(retiredVerbs)("names don't begin with $verb", ({ verb }) => {
  expect(findRetiredVerb(`${verb}Order`, false)?.verb).toBe(verb);
  expect(findRetiredVerb(verb, true)?.verb).toBe(allowedNames.has(verb) ? undefined : verb);
  expect(findRetiredVerb(verb, false)).toBeUndefined();
  expect(findRetiredVerb(`${verb}r`, true)).toBeUndefined();
});

test.each([...allowedNames.keys()])("%s is allowed, and would be refused otherwise", (name) => {
  expect(findRetiredVerb(name, true)).toBeUndefined();
  expect(retiredVerbs.some(({ verb }) => name.startsWith(verb))).toBe(true);
});

test.each([
  "export function takeOrder() {}",
  "export const takeOrder = () => 1;",
  "const mostOrders = 3;",
  "const say = () => 1;",
  "export const store = { noteOrder() {} };",
  "export const store = { noteOrder: () => 1 };",
  "class Orders { judge() {} }",
  "class Orders { #takeOrder() {} }",
  "export interface Orders { tellBuyer(): void }",
])("%s is reported once, with what to write", (text) => {
  const findings = checkVerbs([{ path, text }]);
  expect(findings).toMatchObject([{ file: path, line: 1, rule: "verbs" }]);
  expect(findings[0]!.message).toContain(": write ");
});

test.each([
  "export function claimOrder() {}",
  "const maxOrders = 3;",
  "const note = 'A table by the bar';",
  "const { takeOrder } = library; takeOrder();",
  "client.makeRequest();",
  "export const body = { giveUpTickets: true };",
  "export const store = { put() {} };",
])("%s passes", (text) => expect(checkVerbs([{ path, text }])).toEqual([]));
