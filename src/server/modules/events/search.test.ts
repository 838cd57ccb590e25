import { expect, test } from "vitest";
import { wordsOf } from "#server/platform/db/word-search.ts";
import { patternsOf, searchTextOf } from "./search.ts";

test.each([
  ["J’ouvert at Midnight", ["jouvert", "at", "midnight"]],
  ["Sound-Clash No. 7", ["sound", "clash", "no", "7"]],
  ["  Café  Crème ", ["cafe", "creme"]],
  ["Łódź Ørsted Đức Straße", ["lodz", "orsted", "duc", "strasse"]],
  ["100% vibes", ["100%", "vibes"]],
  ["", []],
])("%s is split into words", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("LIKE wildcards are taken literally", () => {
  expect(patternsOf("100% a_b c\\d")).toEqual(["%100\\%%", "%a\\_b%", "%c\\\\d%"]);
  expect(patternsOf(undefined)).toEqual([]);
});

test("title, summary, venue, lineup and categories are all searchable", () => {
  const text = searchTextOf({
    title: "Velvet Riddim",
    summary: "Lovers rock",
    categories: ["Dancehall"],
    lineup: [{ name: "DJ Saltfish" }],
    venue: { name: "Casa Marisol", city: "Miami" },
  });
  expect(text).toBe("velvet riddim lovers rock casa marisol miami dj saltfish dancehall");
});
