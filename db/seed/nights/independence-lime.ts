import { fixed, free, type DemoNight } from "../night.ts";
import { access, rainOrShine, refunds, respect } from "../house-policies.ts";

/** Gone by: every flag at once. */
export const independenceLime: DemoNight = {
  key: "independence-lime",
  title: "Independence Lime",
  summary: "One yard, twenty-two flags, and a peace treaty about whose curry is best.",
  paragraphs: [
    "Everybody's independence falls on a different day and everybody's cousin is free on a Saturday, so we hold them all at once, in a yard in Shaw, under every flag we could sew.",
    "The curry tent opened at five with nine pots and a secret ballot. Calypso Lucian sang the results before they were known. The Anacostia Pan Vanguard played twenty-two anthems, two of which were booed and one of which made a bus driver stop, get down, and sing.",
    "For the record it was Auntie Merle's duck, by a single vote. The recount is scheduled for next year.",
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
  policies: [rainOrShine, refunds, respect, access],
  turnout: 0.88,
  ticketTypes: [
    { name: "Lime", description: "In the yard with one plate of curry.", ...fixed(28, 3), capacity: 120, sold: 75 },
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
      description: "Six plates, six seats, a say in the ballot.",
      ...fixed(190, 18),
      capacity: 8,
      sold: 4,
      ticketsPerUnit: 6,
      maxPerOrder: 1,
    },
  ],
};
