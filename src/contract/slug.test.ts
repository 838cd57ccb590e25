import { expect, test } from "vitest";
import { slugOf } from "./slug.ts";

test.each([
  ["J'ouvert at Midnight", "jouvert-at-midnight"],
  ["Sound Clash No. 7!", "sound-clash-no-7"],
  ["Crème & Rum — 100%", "creme-rum-100"],
  ["Łódź Soca", "lodz-soca"],
  ["Ørsted Fête", "orsted-fete"],
  ["Straße, Æther, Þór & Đức Işık", "strasse-aether-thor-duc-isik"],
  ["夏祭り", "xia-ji-ri"],
  ["Праздник Сока", "prazdnik-soka"],
  ["سوكا", "swk"],
  ["סוקה", "svqh"],
  ["🎉 🎉", ""],
  ["Soca 🎉 2027", "soca-2027"],
  ["-- --", ""],
])("the slug of %s is %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test.each(["x".repeat(200), "夏祭り".repeat(40), "soca ".repeat(40)])("a slug of %s fits an address", (name) => {
  expect(slugOf(name)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(slugOf(name).length).toBeLessThanOrEqual(80);
});
