import { type ComponentType } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** The props of an editor tab: the saved event. The event's form is in `useEventEditor()`. */
export type EditorPanelProps = { event: EditedEvent };

export type EditorTab = {
  /** The value of `&tab=`. */
  value: string;
  label: string;
  Panel: ComponentType<EditorPanelProps>;
  /** True where the event page is shown beside it. */
  preview?: boolean;
};

/** The tabs of the event editor, in order. Each loads when it is opened; add a tab by adding a line here. */
export const editorTabs: EditorTab[] = [
  {
    value: "details",
    label: "Details",
    preview: true,
    Panel: lazyPart("The details", async () => (await import("./panels/details-panel.tsx")).DetailsPanel),
  },
  {
    value: "pictures",
    label: "Images",
    preview: true,
    Panel: lazyPart("The images", async () => (await import("./panels/pictures-panel.tsx")).PicturesPanel),
  },
  {
    value: "tickets",
    label: "Tickets",
    Panel: lazyPart("The tickets", async () => (await import("./panels/tickets-panel.tsx")).TicketsPanel),
  },
  {
    value: "sharing",
    label: "Sharing",
    Panel: lazyPart("The sharing settings", async () => (await import("./panels/sharing-panel.tsx")).SharingPanel),
  },
  {
    value: "dates",
    label: "Dates",
    Panel: lazyPart("The dates", async () => (await import("./panels/dates-panel.tsx")).DatesPanel),
  },
  {
    value: "codes",
    label: "Promotions",
    Panel: lazyPart(
      "The promotions",
      async () => (await import("#web/features/promotions/promotions-section.tsx")).EventPromotions,
    ),
  },
  {
    value: "status",
    label: "Status",
    Panel: lazyPart("The event status", async () => (await import("./panels/status-panel.tsx")).StatusPanel),
  },
];
