import { expect, test } from "vitest";
import { paths, withQuery } from "./paths.ts";

test.each([
  ["/events", {}, "/events"],
  ["/events", { city: "Miami", q: "", page: undefined, when: null }, "/events?city=Miami"],
  ["/admin?section=products", { show: "low" }, "/admin?section=products&show=low"],
  [paths.admin({ section: "events" }), { new: 1 }, "/admin?section=events&new=1"],
  ["/admin?section=products&show=low", { show: "draft" }, "/admin?section=products&show=draft"],
])("%s with %j is %s", (path, query, address) => {
  expect(withQuery(path, query)).toBe(address);
});
