import { expect, test } from "vitest";
import { hrefOf, insideOf, type Location, locationOf, matchPath } from "./address.ts";

const here: Location = { pathname: "/events", search: "?city=Miami", hash: "", state: null, key: "default" };

test.each([
  ["/shop", "/shop"],
  ["/shop?product=flag#buy", "/shop?product=flag#buy"],
  ["?page=2", "/events?page=2"],
  ["?", "/events"],
  ["#list", "/events#list"],
])("%s, seen from an address, means %s", (to, href) => {
  expect(hrefOf(locationOf(to, here))).toBe(href);
});

const routes = [{ path: "/" }, { path: "/events" }, { path: "/events/:id/:slug?" }, { path: "*" }];

test.each([
  ["/", "/", {}],
  ["/events", "/events", {}],
  ["/Events/", "/events", {}],
  ["/events/7", "/events/:id/:slug?", { id: "7", slug: undefined }],
  ["/events/7/j%27ouvert", "/events/:id/:slug?", { id: "7", slug: "j'ouvert" }],
  ["/events/7/%E0%A4%A", "/events/:id/:slug?", { id: "7", slug: "%E0%A4%A" }],
  ["/events/7/a/b", "*", {}],
  ["/eventsx", "*", {}],
])("%s is the page %s", (pathname, path, params) => {
  expect(matchPath(routes, pathname)).toEqual({ route: { path }, params });
});

test.each([
  ["/shop", "/shop", false],
  ["https://sg.example/shop", "/shop", false],
  ["https://sg.example", "/", false],
  ["https://sg.example.evil.com/", "https://sg.example.evil.com/", true],
  ["//evil.com", "//evil.com", true],
  ["javascript:alert(1)", "javascript:alert(1)", true],
])("a link to %s stays inside of the site or leaves it", (to, path, isForeign) => {
  expect(insideOf(to, "https://sg.example")).toEqual({ path, isForeign });
});
