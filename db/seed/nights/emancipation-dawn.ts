import { fixed, free, type DemoNight } from "../night.ts";
import { access, rainOrShine, refunds, respect } from "../house-policies.ts";

/** Gone by: from the dark to sunrise on the beach. */
export const emancipationDawn: DemoNight = {
  key: "emancipation-dawn",
  title: "Emancipation Dawn",
  summary: "Drums on the sand from four in the morning until the sun takes over.",
  paragraphs: [
    "You do not celebrate freedom at a convenient hour. We gathered on Virginia Key in the dark, in white, with lanterns, and the drums started before anybody could see who was playing them.",
    "Mama Akua Bright poured the libation and read the names. The Nyabinghi Seven held one rhythm for ninety minutes. Then the line of the sea went grey, then rose, then gold, and somebody began to sing, and four hundred feet of beach sang the second verse.",
    "Breakfast was bake, shark and bush tea, served to whoever was still standing, which was everybody.",
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
  dressCode: "White, and a layer for the wind.",
  ageRule: "all",
  policies: [rainOrShine, refunds, respect, access],
  turnout: 0.94,
  ticketTypes: [
    { name: "Sunrise", description: "The beach, the drums, the breakfast.", ...fixed(25, 2), capacity: 120, sold: 64 },
    {
      name: "Elders",
      description: "Seventy and over, with a chair at the front and nothing to pay.",
      ...free,
      capacity: 24,
      sold: 10,
      maxPerOrder: 2,
    },
    {
      name: "Family mat for five",
      description: "A mat, a lantern, breakfast for five.",
      ...fixed(95, 9),
      capacity: 12,
      sold: 6,
      ticketsPerUnit: 5,
      maxPerOrder: 2,
    },
  ],
};
