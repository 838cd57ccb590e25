import { Feed } from "feed";
import { formatDateTime } from "#server/platform/format.ts";
import { categoriesOf, titleOf, type PublishedEvent } from "#server/modules/events/index.ts";
import { plain } from "#server/platform/html.ts";

/** The latest announced events as RSS 2.0. The same events give the same bytes. */
export function writeNews(events: PublishedEvent[], baseUrl: string): string {
  const changes = events.map((event) => event.updatedAt.getTime());
  const feed = new Feed({
    id: `${baseUrl}/`,
    title: "Savage Gentlemen: events",
    description: "New Caribbean-American nights out, as soon as they're announced.",
    link: `${baseUrl}/events`,
    language: "en-US",
    image: `${baseUrl}/brand/icon-512.png`,
    favicon: `${baseUrl}/brand/favicon-32.png`,
    copyright: "Savage Gentlemen Lifestyle",
    updated: new Date(Math.max(0, ...changes)),
    generator: "Savage Gentlemen",
    feedLinks: { rss: `${baseUrl}/feeds/events.xml` },
  });
  for (const event of events) {
    const { id, slug, summary, status, startsAt, timeZone, venue, poster, createdAt, publishedAt } = event;
    const when = status === "postponed" ? "New date to be announced" : formatDateTime(startsAt, timeZone);
    const link = `${baseUrl}/events/${id}/${slug}`;
    feed.addItem({
      id: `${baseUrl}/events/${id}`,
      title: titleOf(event),
      link,
      date: publishedAt ?? createdAt,
      description: cdata(`${when}. ${venue.name}, ${venue.city}. ${summary}`),
      image: { url: `${baseUrl}/media/posters/${poster.key}-1200.jpg`, type: "image/jpeg", length: 0 },
      category: categoriesOf(event),
    });
  }
  return feed.rss2();
}

/** Text inside a CDATA section must not end it. */
const cdata = (text: string) => plain(text).replaceAll("]]>", "]] >");
