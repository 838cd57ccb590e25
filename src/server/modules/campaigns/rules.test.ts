import { describe, expect, test } from "vitest";
import { countsAsClick, isStillConfirmed, toCounts, toTracked, utmOf } from "./rules.ts";

test.for([
  ["December news", 12, "december-news-12"],
  ["  J'ouvert & Friends!  ", 3, "j-ouvert-friends-3"],
  ["Café Olé", 4, "cafe-ole-4"],
  ["🎉🎉", 5, "5"],
  ["ليلة الكاريبي", 6, "6"],
  ["A name that is much longer than forty characters", 1_000_000, "a-name-that-is-much-longer-t-1000000"],
] as const)("the campaign %j, number %i, is %j in its links", ([name, id, utm]) => {
  expect(utmOf(name, id)).toBe(utm);
  expect(utm.length).toBeLessThanOrEqual(40);
});

const site = "https://savagegentlemen.example";
const utm = "utm_source=email&utm_medium=email&utm_campaign=news-1";
test.for([
  ["/events", `${site}/events?${utm}`],
  [`${site}/events/1?ref=ada#tickets`, `${site}/events/1?ref=ada&${utm}#tickets`],
  [`${site}/?utm_source=other&utm_campaign=x`, `${site}/?utm_source=email&utm_campaign=news-1&utm_medium=email`],
  ["https://elsewhere.example/a?b=1", "https://elsewhere.example/a?b=1"],
  ["https://savagegentlemen.example.evil.example/", "https://savagegentlemen.example.evil.example/"],
  ["mailto:hello@example.com", "mailto:hello@example.com"],
] as const)("the link %s leads to %s", ([url, tracked]) => expect(toTracked(url, site, "news-1")).toBe(tracked));

test.for([
  [1, 6, true],
  [1, 7, false],
  [20, 26, false],
  [100, 110, true],
  [100, 90, true],
  [100, 111, false],
  [100, 89, false],
  [10_000, 11_000, true],
  [10_000, 11_001, false],
] as const)("of %i confirmed, %i now is about as many: %s", ([confirmed, now, isRight]) => {
  expect(isStillConfirmed(confirmed, now)).toBe(isRight);
});

describe("a visit to a link", () => {
  const person = {
    method: "GET",
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1",
    isPrefetch: false,
    isBot: false,
    secondsSinceSent: 60,
  };
  test.for([
    [{}, true],
    [{ secondsSinceSent: 10 }, true],
    [{ secondsSinceSent: 9.9 }, false],
    [{ secondsSinceSent: null }, false],
    [{ method: "HEAD" }, false],
    [{ isPrefetch: true }, false],
    [{ isBot: true }, false],
    [{ userAgent: undefined }, false],
    [{ userAgent: "Mozilla/5.0 (compatible; Proofpoint URL Defense)" }, false],
    [{ userAgent: "Mozilla/5.0 Microsoft Office; ms-office; MSOffice 16" }, false],
    [{ userAgent: "Mozilla/5.0 (via ggpht.com GoogleImageProxy)" }, false],
    [{ userAgent: "python-requests/2.32" }, false],
    [{ userAgent: "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0" }, false],
  ] as const)("with %o counts as a click: %s", ([more, counts]) => {
    expect(countsAsClick({ ...person, ...more })).toBe(counts);
  });
});

test("each recipient counts once; those without an email wait, or were left out by stopping", () => {
  const statuses = ["queued", "sending", "sent", "merged", "not_sent", "failed", "unknown", "suppressed"];
  const byStatus = statuses.map((status, index) => ({ status, count: 10 ** index }));
  expect(toCounts(byStatus, 5, false)).toEqual({
    total: 11_111_116,
    waiting: 6,
    sending: 10,
    sent: 1100,
    not_sent: 10_000,
    failed: 100_000,
    unknown: 1_000_000,
    skipped: 10_000_000,
  });
  expect(toCounts([], 5, true)).toMatchObject({ total: 5, waiting: 0, skipped: 5 });
});
