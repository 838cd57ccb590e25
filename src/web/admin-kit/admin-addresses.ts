import { paths, withQuery } from "#web/lib/paths.ts";

/** The address of an order's page for staff. */
export const orderAddress = (id: string) => withQuery(paths.ticketManagement(), { order: id });

/** The URL of an event's hub, at one of its tabs; without one, its overview. `more` is what the tab's list reads. */
export const hubPath = (id: number, tab?: string, more: Record<string, string | number | undefined> = {}) =>
  withQuery("/admin", { section: "events", id, tab, ...more });
