import { Feed } from "feed";
import type { PublishedNight } from "#server/modules/events/index.ts";
import { formatNight } from "#server/platform/format.ts";
import { plain } from "./plain.ts";

const titles = { on: "", cancelled: "Cancelled: ", postponed: "Postponed: " } as const;

/** The nights that were announced last as RSS 2.0. The same nights give the same bytes. */
export function writeNews(nights: PublishedNight[], baseUrl: string): string {
  const changes = nights.map((night) => night.updatedAt.getTime());
  const feed = new Feed({
    id: `${baseUrl}/`,
    title: "Savage Gentlemen: nights",
    description: "Caribbean-American nights out, as they are announced.",
    link: `${baseUrl}/events`,
    language: "en-US",
    image: `${baseUrl}/brand/icon-512.png`,
    favicon: `${baseUrl}/brand/favicon-32.png`,
    copyright: "Savage Gentlemen Lifestyle",
    updated: new Date(Math.max(0, ...changes)),
    generator: "Savage Gentlemen",
    feedLinks: { rss: `${baseUrl}/feeds/events.xml` },
  });
  for (const night of nights) {
    const { id, slug, title, summary, startsAt, timeZone, venue, poster, state, createdAt, publishedAt } = night;
    const link = `${baseUrl}/events/${id}/${slug}`;
    feed.addItem({
      id: `${baseUrl}/events/${id}`,
      title: plain(titles[state] + title),
      link,
      date: publishedAt ?? createdAt,
      description: cdata(`${formatNight(startsAt, timeZone)}. ${venue.name}, ${venue.city}. ${summary}`),
      image: { url: `${baseUrl}/media/posters/${poster.key}-1200.jpg`, type: "image/jpeg", length: 0 },
      category: night.categories.map((category) => ({ name: plain(category) })),
    });
  }
  return feed.rss2();
}

/** What stands in a CDATA part must not end it. */
const cdata = (text: string) => plain(text).replaceAll("]]>", "]] >");
