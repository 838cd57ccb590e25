import type { ComponentType } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { DetailsPanel } from "./panels/details-panel.tsx";
import { PicturesPanel } from "./panels/pictures-panel.tsx";
import { SharingPanel } from "./panels/sharing-panel.tsx";

type EditorTab = {
  /** The value of `&tab=`. */
  value: string;
  label: string;
  /** Gets the saved event. The event's form is in `useEventEditor()`. */
  Panel: ComponentType<{ event: EditedEvent }>;
  /** True where the event page is shown beside it. */
  preview?: boolean;
};

/**
 * The tabs of the event editor, in order; add a tab by adding a line here. The tabs of the event's form come with the
 * editor, because they declare its fields. The others load when they are opened.
 */
export const editorTabs: EditorTab[] = [
  { value: "details", label: "Details", preview: true, Panel: DetailsPanel },
  { value: "pictures", label: "Images", preview: true, Panel: PicturesPanel },
  {
    value: "tickets",
    label: "Tickets",
    Panel: lazyPart(
      "The tickets",
      async () => (await import("#web/features/ticket-setup/ticket-setup-tab.tsx")).TicketSetupTab,
    ),
  },
  { value: "sharing", label: "Sharing", Panel: SharingPanel },
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
