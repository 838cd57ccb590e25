import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Site, SiteProvider } from "#web/lib/site.ts";
import { DayChart } from "./day-chart.tsx";

/** Draws the days from November 1 on as the server does at that instant. */
const draw = (values: number[], renderedAt = "2026-12-24T12:00:00Z") =>
  renderToStaticMarkup(
    <SiteProvider value={{ renderedAt } as Site}>
      <DayChart
        label="Tickets"
        points={values.map((value, index) => ({
          day: new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
          value,
          text: `${value} tickets`,
        }))}
        timeZone="America/New_York"
      />
    </SiteProvider>,
  );

test("the server draws the bars, the axes and the period, without inline styles", () => {
  const html = draw([0, 5, 10]);
  expect(html).toContain("Sun, Nov 1 to Tue, Nov 3");
  expect([...html.matchAll(/<rect[^>]* height="([^"]+%)"/g)].map(([, height]) => height)).toEqual(["50%", "100%"]);
  // Once for a narrow chart, and once for a wide one.
  const labels = ["Nov 1", "Nov 2", "Nov 3"];
  expect([...html.matchAll(/<text[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual([...labels, ...labels]);
  expect(html).toContain(">10<");
  expect(html).not.toContain("style=");
  expect(html).toMatch(/invisible">.*Today so far/);
});

test("the current day in the days' time zone is an outline, and the legend says so", () => {
  const html = draw([0, 5, 10], "2026-11-04T03:00:00Z");
  expect(html).toContain("Today so far");
  expect(html).not.toContain("invisible");
  expect(html.match(/<rect[^>]*stroke-chart/g)).toHaveLength(2);
});

test("more days than bars have room for are a line", () => {
  const html = draw(Array.from({ length: 240 }, (_, index) => index));
  expect(html).not.toContain("<rect");
  expect(html).toMatch(/<path d="M[\d.]+,100L/);
});

test("a value below zero is a bar down from the zero line", () => {
  const html = draw([-10, 10]);
  const bars = [...html.matchAll(/<rect[^>]* y="([^"]+%)"[^>]* height="([^"]+%)"/g)].map(([, ...place]) => place);
  expect(bars).toEqual([
    ["50%", "50%"],
    ["0%", "50%"],
  ]);
});
