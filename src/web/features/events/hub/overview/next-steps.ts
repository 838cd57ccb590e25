import type { EditedEvent } from "#contract/events/editing.ts";
import { hubPath } from "#web/admin-kit/admin-links.tsx";

/** Something to do for an event: a link, or the button that shares it. */
export type NextStep = { text: string; hint?: string; to?: string };

type EventProgress = Pick<
  EditedEvent,
  "id" | "visibility" | "status" | "isOver" | "sold" | "comps" | "capacity" | "publishAt"
> & {
  /** What publishing still requires is missing. */
  isIncomplete: boolean;
  /** It starts within a day. */
  isSoon: boolean;
};

/** What staff would do next for an event, the most urgent first. Only what was saved counts. */
export function nextSteps(event: EventProgress): NextStep[] {
  const { id } = event;
  if (event.status === "canceled") {
    return [
      { text: "Refund ticket holders", hint: "See who paid and what's been refunded.", to: hubPath(id, "status") },
    ];
  }
  if (event.status === "postponed") {
    return [{ text: "Set the new date", hint: "Sales are paused until then.", to: hubPath(id, "status") }];
  }
  if (event.isOver) {
    return [
      { text: "See who came", to: hubPath(id, "attendees", { status: "in" }) },
      { text: "Write a recap", hint: "It shows on the event page.", to: hubPath(id, "details") },
      { text: "Copy it to a new date", to: hubPath(id, "dates") },
    ];
  }
  if (event.visibility === "draft") {
    if (event.isIncomplete || event.publishAt !== null) return [];
    return [{ text: "Publish the event", hint: "Everything required is there. Press Publish above." }];
  }
  return [
    ...(event.capacity === 0
      ? [{ text: "Add tickets", hint: "Nothing is on sale yet.", to: hubPath(id, "tickets") }]
      : []),
    ...(event.isSoon
      ? [{ text: "Get ready for check-in", hint: "The scanner and the door list.", to: hubPath(id, "door") }]
      : []),
    { text: "Share the link", hint: "With a QR code for flyers." },
    { text: "Invite promoters", hint: "Each gets a link, and you see what it sells.", to: hubPath(id, "promoters") },
    { text: "Create a promo code", hint: "For your newsletter or the street team.", to: hubPath(id, "codes") },
  ];
}
