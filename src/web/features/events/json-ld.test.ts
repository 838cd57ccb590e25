import { expect, test } from "vitest";
import type { EventDetail } from "#contract/events/events.ts";
import { scriptJson } from "#web/ui/json-ld.tsx";
import { breadcrumbJsonLd, eventJsonLd } from "./event-json-ld.tsx";

const event = {
  id: 7,
  slug: "soca",
  title: "Soca </script><script>alert(1)</script> & more",
  summary: "s",
  startsAt: "2026-11-29T03:00:00.000Z",
  endsAt: "2026-11-29T09:00:00.000Z",
  doorsAt: null,
  venue: {
    name: "Pier",
    address: null,
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: null,
    longitude: null,
  },
  poster: { key: "soca" },
  timeZone: "America/New_York",
  status: "on",
  movedFrom: null,
  ageRule: "21+",
  seo: { title: null, description: null },
  lineup: [
    { name: "DJ", role: "Headliner", picture: null },
    { name: "MC", role: "Host", picture: { key: "mc" } },
  ],
  ticketTypes: [
    {
      name: "GA",
      pricing: "fixed",
      priceCents: 4550,
      currency: "USD",
      status: "on_sale",
      minimumCents: null,
      salesStartAt: null,
    },
    {
      name: "Open",
      pricing: "open",
      priceCents: 0,
      currency: "USD",
      status: "sold_out",
      minimumCents: 1000,
      salesStartAt: null,
    },
    {
      name: "Held",
      pricing: "free",
      priceCents: 0,
      currency: "USD",
      status: "in_carts",
      minimumCents: null,
      salesStartAt: null,
      moreAt: "2026-11-28T00:42:10.000Z",
    },
  ],
} as unknown as EventDetail;

test("no title can close the script element that contains the JSON", () => {
  const text = scriptJson(eventJsonLd(event, "https://sg.example"));
  expect(text).not.toMatch(/[<>&]/);
  expect(JSON.parse(text).name).toBe(event.title);
});

test("offers have the buyer's price and availability", () => {
  const { offers, url } = eventJsonLd(event, "https://sg.example");
  expect(url).toBe("https://sg.example/events/7/soca");
  expect(offers.map(({ price, availability }) => [price, availability.split("/").at(-1)])).toEqual([
    ["45.50", "InStock"],
    ["10.00", "SoldOut"],
    ["0.00", "Reserved"],
  ]);
  expect(offers.map(({ availabilityStarts }) => availabilityStarts)).toEqual([
    undefined,
    undefined,
    "2026-11-28T00:42:10.000Z",
  ]);
});

test.each([
  [{}, "EventScheduled", undefined],
  [{ status: "canceled" }, "EventCancelled", undefined],
  [{ status: "postponed", movedFrom: "2026-11-01T03:00:00.000Z" }, "EventPostponed", "2026-11-28T22:00:00-05:00"],
  [{ movedFrom: "2026-11-15T03:00:00.000Z" }, "EventRescheduled", "2026-11-14T22:00:00-05:00"],
])("an event with %j has the status %s", (change, status, before) => {
  const jsonLd: Record<string, unknown> = eventJsonLd({ ...event, ...change } as EventDetail, "https://sg.example");
  expect(jsonLd.eventStatus).toBe(`https://schema.org/${status}`);
  expect(jsonLd.previousStartDate).toBe(before);
  const dates = ["startDate", "endDate"].map((name) => jsonLd[name]);
  const announced = ["2026-11-28T22:00:00-05:00", "2026-11-29T04:00:00-05:00"];
  expect(dates).toEqual(status === "EventPostponed" ? [undefined, undefined] : announced);
});

test("performers have their images, and the breadcrumbs lead to the event", () => {
  expect(eventJsonLd(event, "https://sg.example").performer).toEqual([
    { "@type": "PerformingGroup", name: "DJ" },
    { "@type": "PerformingGroup", name: "MC", image: "https://sg.example/media/posters/mc-1200.jpg" },
  ]);
  expect(breadcrumbJsonLd(event, "https://sg.example").itemListElement.map(({ item }) => item)).toEqual([
    "https://sg.example/",
    "https://sg.example/events",
    "https://sg.example/events/7/soca",
  ]);
});
