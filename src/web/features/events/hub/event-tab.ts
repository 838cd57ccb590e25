import { type ComponentType, createContext } from "react";
import type { EditedEvent } from "#contract/events/editing.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** What the hub of one event shows at a value of `&tab=`. */
type EventView = {
  value: string;
  label: string;
  /** Gets the saved event. It reads the rest of the URL itself (`useListAddress`). */
  View: ComponentType<{ event: EditedEvent }>;
  /** True where the event page is shown beside it. */
  preview?: boolean;
};

/**
 * A tab of an event's hub. A feature adds its own by exporting `eventTabs` from its `event-tabs.tsx`: the hub finds the
 * file by its name.
 */
export type EventTab = {
  label: string;
  /** Tabs are sorted by it, the overview at 0. */
  place: number;
  /** One view, or several behind a second row of tabs. The tab opens the first. */
  views: [EventView, ...EventView[]];
};

/** A tab with one view, which loads when it is opened. @param what the start of a sentence: "The attendee list" */
export const eventTab = (
  value: string,
  label: string,
  place: number,
  what: string,
  load: () => Promise<EventView["View"]>,
): EventTab => ({ label, place, views: [{ value, label, View: lazyPart(what, load) }] });

/** Opens the event's link, its QR code and what to do next. The hub provides it to its tabs. */
export const ShareContext = createContext<() => void>(() => undefined);
