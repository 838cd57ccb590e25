import { expect, test } from "vitest";
import { suggestEmail } from "./email-typo.ts";

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["ada@gmail.co", "ada@gmail.com"],
  ["ada@gmail.cm", "ada@gmail.com"],
  ["ada@gmal.com", "ada@gmail.com"],
  ["ada@gmaill.com", "ada@gmail.com"],
  ["ada@gnail.con", "ada@gmail.com"],
  [" ada@yaho.com ", "ada@yahoo.com"],
  ["ada@yahoo.cmo", "ada@yahoo.com"],
  ["ada@hotmial.com", "ada@hotmail.com"],
  ["ada@hotmal.co", "ada@hotmail.com"],
  ["ada@outlok.com", "ada@outlook.com"],
  ["ada@iclod.com", "ada@icloud.com"],
  ["ada@icloud.con", "ada@icloud.com"],
  ["ada@aol.con", "ada@aol.com"],
  ["ada@comcast.ner", "ada@comcast.net"],
  ["ada@verzion.net", "ada@verizon.net"],
  ["ada@savage-gents.con", "ada@savage-gents.com"],
])("%j is most likely %j", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  "Ada@GMAIL.COM",
  "ada@mail.com",
  "ada@ymail.com",
  "ada@email.com",
  "ada@gmx.com",
  "ada@aol.com",
  "ada@me.com",
  "ada@msn.com",
  "ada@live.com",
  "ada@yahoo.co.uk",
  "ada@yahoo.ca",
  "ada@hotmail.fr",
  "ada@proton.me",
  "ada@verizon.com",
  "ada@example.com",
  "ada@example.co",
  "ada@nyu.edu",
  "ada@savagegentlemen.events",
  "ada@love.com",
  "ada",
  "ada@",
  "ada@gmail",
  "",
])("%j is left alone", (typed) => {
  expect(suggestEmail(typed)).toBeUndefined();
});

test("nothing is suggested while the right domain may still be typed", () => {
  for (const typed of ["ada@gmail.", "ada@gmail.c", "ada@gmail.co"]) expect(suggestEmail(typed, true)).toBeUndefined();
  expect(suggestEmail("ada@gmial.com", true)).toBe("ada@gmail.com");
});
