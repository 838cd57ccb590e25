import { fixed, type DemoEvent } from "../event.ts";
import { access, cameras, idAtTheDoor, rainOrShine } from "../shared-policies.ts";

/** A rooftop with an early price tier that has closed, general tickets on sale, and cabanas as packages. */
export const whiteLinenSessions: DemoEvent = {
  key: "white-linen-sessions",
  title: "White Linen Sessions",
  summary: "A rooftop, a skyline, and eight hundred dollars' worth of linen trying not to meet a rum punch.",
  paragraphs: [
    "The rule is simple: all white, no exceptions, and that includes your socks. The reward is a photo you'll use for eleven years.",
    "We take the roof of the Camellia Exchange from late afternoon, when Peachtree is still warm and the light is kind to everyone's skin. Afro-house and zouk until the sun goes down, then soca with its jacket on. Thandeka Rose opens, Maestro Quashie closes, and in between there's a sax on the east rail.",
    "Canapés go around until eight, and punch until it's gone. The elevator operator, Mr. Winston, is eighty-one and will tell you that you look sharp. He is never wrong.",
  ],
  date: { weeks: 4, weekday: "sunday", doors: "15:30", starts: "16:00", hours: 6 },
  timeZone: "America/New_York",
  venue: {
    name: "The Camellia Exchange Rooftop",
    address: "88 Broad Street NW",
    city: "Atlanta",
    region: "GA",
    country: "US",
    latitude: 33.7559,
    longitude: -84.3891,
  },
  categories: ["Day party", "Afro-Caribbean"],
  lineup: [
    { name: "Thandeka Rose", role: "Selector, sunset" },
    { name: "Maestro Quashie", role: "Selector, after dark" },
    { name: "Ellery Baptiste", role: "Saxophone" },
    { name: "Miss Coralie", role: "Host" },
  ],
  dressCode: "All white, no exceptions. Cream is a confession.",
  ageRule: "21+",
  policies: [rainOrShine, idAtTheDoor, cameras, access],
  ticketTypes: [
    {
      name: "Early linen",
      description: "For people who iron on Thursday. Sales closed when the forecast came in.",
      ...fixed(42, 4),
      capacity: 40,
      sold: 33,
      closesDaysBefore: 40,
      doorColor: "#d9d2e9",
    },
    {
      name: "Rooftop",
      description: "The whole roof, canapés until eight, and a welcome punch in an actual glass.",
      ...fixed(58, 6),
      capacity: 220,
      sold: 61,
      doorColor: "#b9a7d6",
    },
    {
      name: "Cabana for eight",
      description: "Shade, two bottles, a fruit tower, and your own rail facing west.",
      ...fixed(960, 96),
      capacity: 6,
      sold: 2,
      ticketsPerUnit: 8,
      maxPerOrder: 1,
      doorColor: "#c9a24b",
    },
    {
      name: "Golden hour",
      description: "Entry after 8:00 PM, when the sun is gone and the soca has arrived.",
      ...fixed(35, 4),
      capacity: 80,
      sold: 9,
    },
  ],
};
