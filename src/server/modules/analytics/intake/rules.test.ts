import { expect, test } from "vitest";
import { hostOf, originOf, pathOf } from "./rules.ts";
import { isBot, nounOf, visitorOf } from "./service.ts";

test.each([
  ["/events?city=Miami", "/events"],
  ["/payment-success?key=secret#x", "/payment-success"],
  ["/events/", "/events"],
  ["/", "/"],
  ["//", "/"],
  ["/a\u0000b\nc", "/abc"],
  ["/\ud800", "/\ufffd"],
])("%j is stored as the path %j", (address, path) => expect(pathOf(address)).toBe(path));

test.each([
  ["https://Instagram.com/p/1?x=1", "instagram.com"],
  ["https://www.nycgo.com/", "nycgo.com"],
  ["http://localhost:3000/", "localhost"],
  ["android-app://com.google.android.gm/", null],
  ["not an address", null],
  [null, null],
])("the referrer %s is stored as the host %s", (referrer, host) => expect(hostOf(referrer)).toBe(host));

test.each([
  ["/", null, "", ""],
  ["/", "https://l.instagram.com/?u=1", "instagram", ""],
  ["/", "https://www.google.co.uk/", "google", ""],
  ["/", "https://www.google.tt/", "google", ""],
  ["/", "https://google.com.br/search?q=soca", "google", ""],
  ["/", "https://google.evil.com/", "google.evil.com", ""],
  ["/", "https://google.evil/", "google.evil", ""],
  ["/", "https://mygoogle.com/", "mygoogle.com", ""],
  ["/", "https://mail.google.com/", "mail.google.com", ""],
  ["/", "https://accounts.google.com/", "accounts.google.com", ""],
  ["/", "https://docs.google.co.uk/", "docs.google.co.uk", ""],
  ["/", "https://www.bing.com/", "bing", ""],
  ["/", "https://cn.bing.com/", "bing", ""],
  ["/", "https://bing.com.evil.com/", "bing.com.evil.com", ""],
  ["/", "https://rewards.bing.com/", "rewards.bing.com", ""],
  ["/", "https://notbing.com/", "notbing.com", ""],
  ["/", "https://duckduckgo.com/", "duckduckgo", ""],
  ["/", "https://duckduckgo.com.evil.com/", "duckduckgo.com.evil.com", ""],
  ["/", "https://myduckduckgo.com/", "myduckduckgo.com", ""],
  ["/", "https://search.yahoo.com/", "yahoo", ""],
  ["/", "https://mail.yahoo.com/", "mail.yahoo.com", ""],
  ["/", "https://lm.facebook.com/", "facebook", ""],
  ["/", "https://facebook.com.evil.com/", "facebook.com.evil.com", ""],
  ["/", "https://notfacebook.com/", "notfacebook.com", ""],
  ["/", "https://instagram.evil.com/", "instagram.evil.com", ""],
  ["/", "https://netflix.com/", "netflix.com", ""],
  ["/", "https://evil.com/?u=google.com", "evil.com", ""],
  ["/", "https://google.com@evil.com/", "evil.com", ""],
  ["/", "https://blog.example/", "blog.example", ""],
  ["/", "https://www.our.site/events", "", ""],
  ["/?utm_source=Newsletter&utm_campaign=Carnival", "https://google.com/", "newsletter", "carnival"],
  ["/?via=DJ", "https://instagram.com/", "promoter", "dj"],
  ["/?utm_source=flyer&via=DJ", null, "flyer", "dj"],
  ["/?utm_campaign=Carnival&via=DJ", null, "promoter", "carnival"],
  ["/?utm_source=%00%0a", null, "", ""],
])("%s with the referrer %s comes from %j in %j", (address, referrer, source, campaign) =>
  expect(originOf(address, referrer, "our.site")).toEqual({ source, campaign }),
);

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", false],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
  ["facebookexternalhit/1.1", true],
  ["curl/8.5.0", true],
  ["", true],
  [undefined, true],
])("%s is a bot: %s", (agent, bot) => expect(isBot(agent)).toBe(bot));

test.each([
  ["event_view", "event"],
  ["ticket_click", "event"],
  ["product_click", "product"],
  ["cart_add", "product"],
  ["stream_shop", "stream"],
] as const)("%s is about a %s", (kind, noun) => expect(nounOf(kind)).toBe(noun));

test("a visitor is the same within a day and another one with another day's salt", () => {
  const [monday, tuesday] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(visitorOf(monday, "a")).toBe(visitorOf(monday, "a"));
  expect(visitorOf(monday, "a")).not.toBe(visitorOf(monday, "b"));
  expect(visitorOf(monday, "a")).not.toBe(visitorOf(tuesday, "a"));
});
