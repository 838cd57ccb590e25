import { expect, test } from "vitest";
import { Email } from "./form-fields.ts";
import { emailAddressOf } from "./email-address.ts";

test.each([
  ["marva@example.com", "marva@example.com"],
  ["tom&jerry@example.com", "tom&jerry@example.com"],
  ["user/dept@example.com", "user/dept@example.com"],
  ["info@xn--e1afmkfd.xn--p1ai", "info@xn--e1afmkfd.xn--p1ai"],
  ["info@пример.рф", "info@xn--e1afmkfd.xn--p1ai"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
  ["ada@bu\u0308cher.example", "ada@xn--bcher-kva.example"],
  [" Marva.Pierre+news@Example.COM\u200b ", "marva.pierre+news@example.com"],
  ["o'brien@example.com", "o'brien@example.com"],
  ["a@b.co", "a@b.co"],
  ["!#$%*=?^_`{|}~@example.com", "!#$%*=?^_`{|}~@example.com"],
  [`${"x".repeat(64)}@example.com`, `${"x".repeat(64)}@example.com`],
])("%j is the address %s", (typed, address) => {
  expect(emailAddressOf(typed)).toBe(address);
  expect(Email.parse(typed)).toBe(address);
});

test.each([
  `${"x".repeat(65)}@example.com`,
  `${"x".repeat(70)}@example.com`,
  `ada@${"x".repeat(64)}.example`,
  `ada@${"xy.".repeat(90)}example`,
  "ada@example..com",
  "ada@.example.com",
  "ada@example.com.",
  "ada@-example.com",
  ".ada@example.com",
  "ada.@example.com",
  "a..da@example.com",
  "ada@@example.com",
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "ada@127.0.0.1",
  "ada@1.2.3",
  "ada@[127.0.0.1]",
  "ada@example.com:80",
  "ada@example.com/path",
  "ada@ex%61mple.com",
  "a da@example.com",
  '"a da"@example.com',
  "<ada@example.com>",
  "Ada <ada@example.com>",
  "ada@example.com, bob@example.com",
  "josé@example.com",
])("%j is no address", (typed) => {
  expect(emailAddressOf(typed)).toBeUndefined();
  expect(Email.safeParse(typed).success).toBe(false);
});

test("addresses with and without a plus stay apart, and gmail's dots too", () => {
  expect(emailAddressOf("ada+news@gmail.com")).not.toBe(emailAddressOf("ada@gmail.com"));
  expect(emailAddressOf("a.da@gmail.com")).not.toBe(emailAddressOf("ada@gmail.com"));
});
