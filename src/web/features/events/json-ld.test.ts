import { expect, test } from "vitest";
import type { EventDetail } from "#contract/events.ts";
import { eventJsonLd, scriptJson } from "./json-ld.ts";

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
  lineup: [{ name: "DJ", role: "Headliner" }],
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
  ],
} as unknown as EventDetail;

test("no title can end the script element that the JSON stands in", () => {
  const text = scriptJson(eventJsonLd(event, "https://sg.example"));
  expect(text).not.toMatch(/[<>&]/);
  expect(JSON.parse(text).name).toBe(event.title);
});

test("offers carry what a buyer pays and whether they can", () => {
  const { offers, url } = eventJsonLd(event, "https://sg.example");
  expect(url).toBe("https://sg.example/events/7/soca");
  expect(offers.map(({ price, availability }) => [price, availability.split("/").at(-1)])).toEqual([
    ["45.50", "InStock"],
    ["10.00", "SoldOut"],
  ]);
});
