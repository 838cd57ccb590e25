import { expect, test } from "vitest";
import { Settings, type LinkName } from "./settings.ts";

test.each<[LinkName, string, string | undefined]>([
  ["instagram", "@savage.gents", "https://instagram.com/savage.gents"],
  ["instagram", " instagram.com/sagent ", "https://instagram.com/sagent"],
  ["instagram", "https://www.instagram.com/sagent", "https://www.instagram.com/sagent"],
  ["youtube", "@sagent", "https://youtube.com/@sagent"],
  ["tiktok", "@sagent", "https://tiktok.com/@sagent"],
  ["whatsapp", "(718) 555-0100", "https://wa.me/17185550100"],
  ["whatsapp", "1 718 555 0100", "https://wa.me/17185550100"],
  ["whatsapp", "+44 20 7946 0018", "https://wa.me/442079460018"],
  ["whatsapp", "wa.me/17185550100", "https://wa.me/17185550100"],
  ["whatsapp", "555-0100", undefined],
  ["instagram", "https://evil.example.com", undefined],
  ["instagram", "sagent", undefined],
  ["instagram", "@a b", undefined],
])("%s: %j becomes the link %s", (name, typed, link) => {
  const read = Settings.shape[name].safeParse(typed);
  expect(read.success ? read.data : undefined).toBe(link);
});
