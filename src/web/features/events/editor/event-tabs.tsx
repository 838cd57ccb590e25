import type { EventTab } from "#web/features/events/hub/event-tab.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { DetailsPanel } from "./panels/details-panel.tsx";
import { PicturesPanel } from "./panels/pictures-panel.tsx";
import { SharingPanel } from "./panels/sharing-panel.tsx";

/** The panels of the event's form come with the hub, because they declare its fields. The others load when opened. */
export const eventTabs: EventTab[] = [
  {
    label: "Editor",
    place: 10,
    views: [
      { value: "details", label: "Details", preview: true, View: DetailsPanel },
      { value: "pictures", label: "Images", preview: true, View: PicturesPanel },
      { value: "sharing", label: "Sharing", View: SharingPanel },
      {
        value: "dates",
        label: "Dates",
        View: lazyPart("The dates", async () => (await import("./panels/dates-panel.tsx")).DatesPanel),
      },
      {
        value: "status",
        label: "Status",
        View: lazyPart("The event status", async () => (await import("./panels/status-panel.tsx")).StatusPanel),
      },
    ],
  },
];
