import { type ComponentType } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** What a tab of the editor is given: the night as it is kept. The form of the night itself is in `useNight()`. */
export type EditorPanelProps = { night: EditedEvent };

export type EditorTab = {
  /** What `&tab=` says. */
  value: string;
  label: string;
  Panel: ComponentType<EditorPanelProps>;
  /** True where the page of the night is shown beside it. */
  preview?: boolean;
};

/** The parts of a night's editor in their order. Each loads when it is opened; another part is another line here. */
export const editorTabs: EditorTab[] = [
  {
    value: "details",
    label: "Details",
    preview: true,
    Panel: lazyPart("The details", async () => (await import("./panels/details-panel.tsx")).DetailsPanel),
  },
  {
    value: "pictures",
    label: "Pictures",
    preview: true,
    Panel: lazyPart("The pictures", async () => (await import("./panels/pictures-panel.tsx")).PicturesPanel),
  },
  {
    value: "tickets",
    label: "Tickets",
    Panel: lazyPart("The tickets", async () => (await import("./panels/tickets-panel.tsx")).TicketsPanel),
  },
  {
    value: "sharing",
    label: "Sharing",
    Panel: lazyPart("The texts for sharing", async () => (await import("./panels/sharing-panel.tsx")).SharingPanel),
  },
  {
    value: "dates",
    label: "Dates",
    Panel: lazyPart("The dates", async () => (await import("./panels/dates-panel.tsx")).DatesPanel),
  },
  {
    value: "codes",
    label: "Codes",
    Panel: lazyPart(
      "The codes",
      async () => (await import("#web/features/promotions/night-promotions.tsx")).NightPromotions,
    ),
  },
  {
    value: "standing",
    label: "State",
    Panel: lazyPart("The state of the night", async () => (await import("./panels/standing-panel.tsx")).StandingPanel),
  },
];
