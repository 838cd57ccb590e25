import { fixed, type DemoEvent } from "../event.ts";
import { access, cameras, rainOrShine } from "../shared-policies.ts";

/** A family brunch that hides its ticket counts. */
export const goldCoastBrunch: DemoEvent = {
  key: "gold-coast-brunch",
  title: "Gold Coast Brunch",
  summary: "Ackee, breadfruit, bottomless sorrel and a steel trio. Church hats welcome, church hours not required.",
  paragraphs: [
    "For our grandmothers, brunch was just Sunday lunch with the front door open. This is that, for two hundred people, on a lawn by the Intracoastal.",
    "Chef Ottoline Pierre cooks over wood where you can watch: ackee and saltfish, smoked breadfruit, callaloo with crab, plantain three ways, and a bread pudding that gets marriage proposals. The Coral Gate Steel Trio plays standards you can talk over. After two, the tables move back and Uncle Percival brings out his records.",
    "Bring your mother. Bring the kids: under 10, they eat free and don't need a ticket. Bring an appetite.",
  ],
  date: { weeks: 3, weekday: "sunday", doors: "11:00", starts: "11:30", hours: 5 },
  timeZone: "America/New_York",
  venue: {
    name: "Seagrape House",
    address: "640 SE 5th Court",
    city: "Fort Lauderdale",
    region: "FL",
    country: "US",
    latitude: 26.1132,
    longitude: -80.1367,
  },
  categories: ["Brunch", "Family"],
  lineup: [
    { name: "Chef Ottoline Pierre", role: "Fire and seasoning" },
    { name: "The Coral Gate Steel Trio", role: "Live steelpan" },
    { name: "Uncle Percival", role: "Records after two" },
  ],
  dressCode: "Sunday best with a loose waistband.",
  ageRule: "all",
  policies: [
    {
      title: "Allergies",
      text: "We cook with shellfish and nuts. Tell the kitchen when you sit down, or us before you come: Contact is at the bottom of this page.",
    },
    {
      title: "Drinks",
      text: "Rum and mimosas are for guests 21 and over with ID. Sorrel and coconut water are for everyone.",
    },
    rainOrShine,
    cameras,
    access,
  ],
  hideCounts: true,
  ticketTypes: [
    {
      name: "A seat at the table",
      description: "The full spread, coffee and bottomless sorrel.",
      ...fixed(68, 6),
      capacity: 120,
      sold: 47,
      doorColor: "#e7a83e",
    },
    {
      name: "A seat and no regrets",
      description: "The full spread with bottomless mimosas and rum punch. 21 and over.",
      ...fixed(98, 9),
      capacity: 80,
      sold: 38,
      doorColor: "#d9542b",
    },
    {
      name: "Table of six",
      description: "Your own table under the seagrape tree, with a whole smoked snapper.",
      ...fixed(520, 48),
      capacity: 8,
      sold: 3,
      ticketsPerUnit: 6,
      maxPerOrder: 2,
      doorColor: "#3f7d58",
    },
  ],
};
