import type { EventList } from "#contract/events.ts";

/** The site that a measurement looks at: the one named on the command line, or the one that `npm start` runs. */
export const siteAddress = (argument: string | undefined) => (argument ?? "http://localhost:3000").replace(/\/+$/, "");

/** The address of a night that can be bought, rather not the next one, which the home page shows already. */
export async function pathOfNight(site: string): Promise<string> {
  const answer = await fetch(`${site}/api/events?when=upcoming`).catch(() => undefined);
  if (answer?.ok !== true) throw new Error(`${site} does not answer: start the site with its demo first (npm start).`);
  const { items } = (await answer.json()) as EventList;
  const night = items.slice(1).find((item) => item.saleState === "on_sale") ?? items[0];
  if (night === undefined) throw new Error(`${site} has no nights: start it with its demo (DEMO=1).`);
  return `/events/${night.id}/${night.slug}`;
}
