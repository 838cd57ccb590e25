import { fixed, free, type DemoEvent } from "../event.ts";
import { access, rainOrShine, respect } from "../shared-policies.ts";

/** Past: every flag at once. */
export const independenceLime: DemoEvent = {
  key: "independence-lime",
  title: "Independence Lime",
  summary: "One yard, twenty-two flags, and a peace treaty over whose curry is best.",
  paragraphs: [
    "Every island's independence falls on a different day, but every cousin is free on a Saturday. So we celebrate them all at once, in a yard in Shaw, under every flag we could sew.",
    "The curry tent opened at five with nine pots and a secret ballot. Calypso Lucian sang the results before they were in. The Anacostia Pan Vanguard played twenty-two anthems, and one of them made a bus driver stop, get out and sing.",
    "For the record: Auntie Merle's duck won by a single vote. The recount is next year.",
  ],
  date: { weeks: -4, weekday: "saturday", doors: "16:30", starts: "17:00", hours: 6 },
  timeZone: "America/New_York",
  venue: {
    name: "Blagden Yard",
    address: "926 Blagden Alley NW",
    city: "Washington",
    region: "DC",
    country: "US",
    latitude: 38.9058,
    longitude: -77.0241,
  },
  categories: ["Lime", "Calypso", "Family"],
  lineup: [
    { name: "Calypso Lucian", role: "Vocals" },
    { name: "The Anacostia Pan Vanguard", role: "Steel orchestra" },
    { name: "Auntie Merle", role: "Duck" },
  ],
  dressCode: "Your flag, worn well.",
  ageRule: "all",
  policies: [rainOrShine, respect, access],
  turnout: 0.88,
  ticketTypes: [
    {
      name: "Lime",
      description: "Entry to the yard and one plate of curry.",
      ...fixed(28, 3),
      capacity: 120,
      sold: 75,
    },
    {
      name: "Under ten",
      description: "Free, with a flag on a stick.",
      ...free,
      capacity: 30,
      sold: 13,
      maxPerOrder: 4,
    },
    {
      name: "Picnic table for six",
      description: "Six plates, six seats and a say in the ballot.",
      ...fixed(190, 18),
      capacity: 8,
      sold: 4,
      ticketsPerUnit: 6,
      maxPerOrder: 1,
    },
  ],
};
