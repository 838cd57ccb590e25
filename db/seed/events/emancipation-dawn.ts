import { fixed, free, type DemoEvent } from "../event.ts";
import { access, rainOrShine, respect } from "../shared-policies.ts";

/** Past: from darkness to sunrise on the beach. */
export const emancipationDawn: DemoEvent = {
  key: "emancipation-dawn",
  title: "Emancipation Dawn",
  summary: "Drums on the sand from 4:00 AM until the sun takes over.",
  paragraphs: [
    "Freedom doesn't keep convenient hours. We gathered on Virginia Key in the dark, in white, with lanterns, and the drums started before anyone could see who was playing.",
    "Mama Akua Bright poured the libation and read the names. The Nyabinghi Seven held one rhythm for ninety minutes. Then the horizon went gray, then pink, then gold, someone started to sing, and four hundred feet of beach came in on the second verse.",
    "Breakfast was bake and shark with bush tea for anyone still standing, which was everyone.",
  ],
  date: { weeks: -14, weekday: "sunday", doors: "03:30", starts: "04:00", hours: 4.5 },
  timeZone: "America/New_York",
  venue: {
    name: "Old Ferry Beach, Virginia Key",
    address: "3590 Rickenbacker Causeway",
    city: "Miami",
    region: "FL",
    country: "US",
    latitude: 25.7353,
    longitude: -80.1559,
  },
  categories: ["Heritage", "Family"],
  lineup: [
    { name: "Mama Akua Bright", role: "Libation and names" },
    { name: "The Nyabinghi Seven", role: "Drums" },
    { name: "The Coconut Grove Freedom Choir", role: "Choir" },
  ],
  dressCode: "White, plus a layer for the wind.",
  ageRule: "all",
  policies: [rainOrShine, respect, access],
  turnout: 0.94,
  ticketTypes: [
    { name: "Sunrise", description: "The beach, the drums, the breakfast.", ...fixed(25, 2), capacity: 120, sold: 64 },
    {
      name: "Elders",
      description: "Free for guests 70 and over, with a chair up front.",
      ...free,
      capacity: 24,
      sold: 10,
      maxPerOrder: 2,
    },
    {
      name: "Family mat for five",
      description: "A mat, a lantern and breakfast for five.",
      ...fixed(95, 9),
      capacity: 12,
      sold: 6,
      ticketsPerUnit: 5,
      maxPerOrder: 2,
    },
  ],
};
