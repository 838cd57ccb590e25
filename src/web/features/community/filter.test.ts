import { expect, test } from "vitest";
import { isOnTop, readableFilter, readCommunityFilter } from "./filter.ts";

const read = (query: string) => {
  const filter = readCommunityFilter(new URLSearchParams(query));
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
};

test.each<[string, object]>([
  ["", {}],
  ["topic=photos&sort=top&q=%20soca%20", { topic: "photos", sort: "top", q: "soca" }],
  ["event=12&topic=photos", { event: 12 }],
  ["topic=secrets&sort=random&event=-3&author=x&q=", {}],
  ["author=7&sort=following", { author: 7, sort: "following" }],
])("the address ?%s is read as %j", (query, filter) => {
  expect(read(query)).toEqual(filter);
});

test("visitors who follow nobody read everyone's posts", () => {
  expect(readableFilter({ sort: "following", event: 3 }, false)).toEqual({ sort: undefined, event: 3 });
  expect(readableFilter({ sort: "following" }, true)).toEqual({ sort: "following" });
});

const plain = { id: 1, eventId: null, hasImages: false };
test.each<[string, object, object, boolean]>([
  ["everything", plain, {}, true],
  ["the posts about an event", plain, { event: 3 }, false],
  ["the posts about its event", { ...plain, eventId: 3 }, { event: 3 }, true],
  ["general posts", plain, { topic: "general" }, true],
  ["general posts, if it is about an event", { ...plain, eventId: 3 }, { topic: "general" }, false],
  ["photos", plain, { topic: "photos" }, false],
  ["photos, if it has one", { ...plain, hasImages: true }, { topic: "photos" }, true],
  ["a search", plain, { q: "soca" }, false],
  ["one member's posts", plain, { author: 7 }, false],
  ["followed members' posts", plain, { sort: "following" }, false],
])("whether a new post is announced above %s", (_name, post, filter, expected) => {
  expect(isOnTop(post as never, filter)).toBe(expected);
});
