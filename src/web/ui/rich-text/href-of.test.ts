import { expect, test } from "vitest";
import { hrefOf } from "./rich-text-editor.tsx";

test.each([
  ["sg.example/faq", "https://sg.example/faq"],
  ["https://sg.example", "https://sg.example"],
  ["/events", "/events"],
  ["//evil.example", "https:////evil.example"],
  ["hello@sg.example", "mailto:hello@sg.example"],
  ["(718) 555-0100", "tel:7185550100"],
  ["+44 20 7946 0018", "tel:+442079460018"],
  ["tel:7185550100", "tel:7185550100"],
])("the link %s leads to %s", (typed, href) => {
  expect(hrefOf(typed)).toBe(href);
});
