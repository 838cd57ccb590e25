import { expect, test } from "vitest";
import { keyboardReadings } from "./keyboards.ts";

const code = "SGAQ0123456789ZWMY";

test.each([
  ["the same keyboard", code],
  ["lowercase", code.toLowerCase()],
  ["QWERTZ", "SGAQ0123456789YWMZ"],
  ["a QWERTY scanner on a French AZERTY device", "SGQAà&é\"'(-è_çWZ?Y"],
  ["a QWERTY scanner on a Belgian AZERTY device", "SGQAà&é\"'(§è!çWZ?Y"],
  ["the same with small letters", "sgqaà&é\"'(-è_çwz,y"],
  ["an AZERTY scanner on a QWERTY device", "SGQA)!@#$%^&*(WZ:Y"],
])("%s: the code is among the readings", (_, typed) => {
  expect(keyboardReadings(typed)).toContain(code);
});

test("a text without keys that differ has one reading", () => {
  expect(keyboardReadings("bcd")).toEqual(["BCD"]);
});
