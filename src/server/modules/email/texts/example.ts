import type { EventDetail } from "#contract/events/events.ts";
import type { MailKit } from "../mail.ts";

/** The event of an example: the next one, or a made-up one. */
export interface ExampleEvent extends Pick<
  EventDetail,
  "id" | "slug" | "title" | "startsAt" | "doorsAt" | "endsAt" | "timeZone" | "venue" | "poster" | "ageRule" | "status"
> {
  entryOpensMinutes: number | null;
  isOver: boolean;
}

/** What an example is about. Its order, codes and links are made up, so that nobody gets in with them. */
export interface Example {
  buyerName: string;
  event: ExampleEvent;
  tickets: number;
  typeName: string;
  product: string;
  stream: string;
  note: string | null;
}

/** The id and number of an example's order. */
export const exampleOrderId = "00000000-0000-4000-8000-000000000000";
export const exampleOrderNumber = "SG-TEST-0000";
/** An event for when there is none. */
export const exampleEvent: ExampleEvent = {
  id: 1,
  slug: "velvet-riddim",
  title: "Velvet Riddim",
  startsAt: "2026-11-29T03:00:00.000Z",
  doorsAt: "2026-11-29T02:00:00.000Z",
  endsAt: "2026-11-29T08:00:00.000Z",
  timeZone: "America/New_York",
  venue: {
    name: "The Mourning Dove Room",
    address: "214 Van Brunt Street",
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: null,
    longitude: null,
  },
  poster: {
    key: "house",
    alt: "",
    dominant: "#15120e",
    accent: "#c9a24b",
    placeholder: null,
    width: 4,
    height: 5,
  },
  ageRule: "21+",
  status: "on",
  entryOpensMinutes: null,
  isOver: false,
};

/** What an example shows unless told otherwise. */
export const plainExample: Example = {
  buyerName: "Ada Buyer",
  event: exampleEvent,
  tickets: 2,
  typeName: "General admission",
  product: "Carnival Tee, M",
  stream: "Sound Clash No. 7",
  note: "Thanks for rolling with it. See you on the dance floor.",
};

/** The link and headers of an example's "Unsubscribe". */
export function exampleUnsubscribe({ baseUrl }: MailKit) {
  const leave = `${baseUrl}/events?leave=example`;
  return {
    leave,
    headers: { "List-Unsubscribe": `<${leave}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}
