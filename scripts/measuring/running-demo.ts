import type { EventList } from "#contract/events/events.ts";
import { StartFailure } from "#server/platform/app-error.ts";

/**
 * The URL of the site to measure: the one on the command line, or the one that `npm start` runs.
 *
 * @throws StartFailure if no site responds there
 */
export async function findSite(argument = "http://localhost:3000"): Promise<string> {
  const site = argument.replace(/\/+$/, "");
  const answer = await fetch(`${site}/healthz`).catch(() => undefined);
  if (answer?.ok === true) return site;
  throw new StartFailure(`${site} isn't responding. Start the site with its demo first (npm start).`);
}

/** The path of an event on sale, preferably not the next one, which is already on the home page. */
export async function findEventPath(site: string): Promise<string> {
  const answer = await fetch(`${site}/api/events?when=upcoming`);
  const { items } = (answer.ok ? await answer.json() : { items: [] }) as EventList;
  const event = items.slice(1).find((item) => item.saleStatus === "on_sale") ?? items[0];
  if (event === undefined) throw new StartFailure(`${site} has no events. Start it with its demo (DEMO=1).`);
  return `/events/${event.id}/${event.slug}`;
}
