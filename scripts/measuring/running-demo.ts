import type { EventList } from "#contract/events.ts";

/** The site to measure: the one on the command line, or the one that `npm start` runs. */
export const siteAddress = (argument: string | undefined) => (argument ?? "http://localhost:3000").replace(/\/+$/, "");

/** The path of an event on sale, preferably not the next one, which is already on the home page. */
export async function findEventPath(site: string): Promise<string> {
  const answer = await fetch(`${site}/api/events?when=upcoming`).catch(() => undefined);
  if (answer?.ok !== true) throw new Error(`${site} isn't responding. Start the site with its demo first (npm start).`);
  const { items } = (await answer.json()) as EventList;
  const event = items.slice(1).find((item) => item.saleStatus === "on_sale") ?? items[0];
  if (event === undefined) throw new Error(`${site} has no events. Start it with its demo (DEMO=1).`);
  return `/events/${event.id}/${event.slug}`;
}
