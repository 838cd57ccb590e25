import { expect, test } from "vitest";
import { optInPolicy, statusesFor, type AddressProof } from "./rules.ts";

test.each<[AddressProof, string, string]>([
  ["none", "", "new asked left sent"],
  ["confirmed", "new asked sent", "left"],
  ["own", "new asked left sent", ""],
])("an address with the proof %s joins from: %s; it is asked from: %s", (proof, joins, asks) => {
  expect([statusesFor(proof, "join").join(" "), statusesFor(proof, "ask").join(" ")]).toEqual([joins, asks]);
});

test("nothing changes for an address that is on the list", () => {
  expect(Object.values(optInPolicy).map(({ confirmed }) => confirmed)).toEqual(["stay", "stay", "stay"]);
});
