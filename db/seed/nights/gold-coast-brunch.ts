import { fixed, type DemoNight } from "../night.ts";
import { access, cameras, rainOrShine, refunds } from "../house-policies.ts";

/** A brunch for families that keeps its numbers to itself. */
export const goldCoastBrunch: DemoNight = {
  key: "gold-coast-brunch",
  title: "Gold Coast Brunch",
  summary: "Ackee, breadfruit, bottomless sorrel and a steel trio. Church hats welcome, church hours not required.",
  paragraphs: [
    "Brunch, as practised by our grandmothers, was simply Sunday lunch with the front door open. This is that, for two hundred, on a lawn by the Intracoastal.",
    "Chef Ottoline Pierre cooks over wood in full view: ackee and saltfish, smoked breadfruit, callaloo with crab, plantain three ways, and a bread pudding that has been proposed to. The Coral Gate Steel Trio plays standards at a volume that lets you hear the gossip. After two the tables move back and Uncle Percival puts on the records he was told not to.",
    "Bring your mother. Bring the children; they need no ticket and eat free until they are taller than the rum table. Bring an appetite you have not already taken somewhere else.",
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
  dressCode: "Sunday best, with a loose waistband.",
  ageRule: "all",
  policies: [
    {
      title: "Allergies",
      text: "Tell us when you book or tell the kitchen when you sit; we cook with shellfish, nuts and conviction.",
    },
    {
      title: "Drinks",
      text: "Rum and mimosas for those who can show they are 21. Sorrel and coconut water for everybody else.",
    },
    rainOrShine,
    refunds,
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
