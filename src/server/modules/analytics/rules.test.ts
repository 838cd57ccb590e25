import { expect, test } from "vitest";
import { isBot } from "./service.ts";
import { hostOf, isZone, pathOf, spanOf } from "./rules.ts";

test.each([
  ["/events?city=Miami", "/events"],
  ["/payment-success?key=secret#x", "/payment-success"],
  ["/events/", "/events"],
  ["/", "/"],
  ["//", "/"],
])("%s is stored as the path %s", (address, path) => expect(pathOf(address)).toBe(path));

test.each([
  ["https://Instagram.com/p/1?x=1", "instagram.com"],
  ["http://localhost:3000/", "localhost"],
  ["android-app://com.google.android.gm/", null],
  ["not an address", null],
  [null, null],
])("the referrer %s is stored as the host %s", (referrer, host) => expect(hostOf(referrer)).toBe(host));

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", false],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
  ["facebookexternalhit/1.1", true],
  ["curl/8.5.0", true],
  ["", true],
  [undefined, true],
])("%s is a bot: %s", (agent, bot) => expect(isBot(agent)).toBe(bot));

test.each([
  [{}, { from: "2026-11-01", to: "2026-11-28" }],
  [{ from: "2026-11-10" }, { from: "2026-11-10", to: "2026-11-28" }],
  [{ to: "2026-03-01" }, { from: "2026-02-02", to: "2026-03-01" }],
  [
    { from: "2026-11-28", to: "2026-11-28" },
    { from: "2026-11-28", to: "2026-11-28" },
  ],
  [{ from: "2026-11-29" }, "order"],
  [{ from: "2025-10-24", to: "2026-11-28" }, "length"],
  [
    { from: "2025-10-25", to: "2026-11-28" },
    { from: "2025-10-25", to: "2026-11-28" },
  ],
])("on the 28th the range %o is %o", (query, span) => expect(spanOf(query, "2026-11-28")).toEqual(span));

test.each([
  ["UTC", true],
  ["America/New_York", true],
  ["Mars/Olympus", false],
  ["", false],
  ["+05:00", false],
])("%s is a time zone: %s", (name, is) => expect(isZone(name)).toBe(is));
