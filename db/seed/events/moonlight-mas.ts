import { fixed, type DemoEvent } from "../event.ts";
import { access, cameras, idAtTheDoor, reEntry } from "../shared-policies.ts";

/** A masquerade with a second price tier that opens later. */
export const moonlightMas: DemoEvent = {
  key: "moonlight-mas",
  title: "Moonlight Mas",
  summary: "A masked ball in full plumage. The Queen walks at eleven, so look up.",
  paragraphs: [
    "Carnival by daylight is a parade. Carnival by moonlight is a rumor. For one Saturday we fill a marble bank on F Street with wire, feathers and candles, and ask only that nobody be recognizable before midnight.",
    "The bands come down the stairs in order: Midnight Robber first, because nobody can tell him otherwise; then the Moko Jumbies, heads among the chandeliers; then, at eleven, the Queen, whose costume took nine women and a marine engineer four months. The Anacostia Pan Vanguard plays her in. Calypso Lucian plays everyone out.",
    "If you don't have a mask, we'll lend you one. If yours is very good, there's a prize, judged by three retired seamstresses who have seen everything and liked some of it.",
  ],
  date: { weeks: 6, weekday: "saturday", doors: "19:30", starts: "20:00", hours: 6 },
  timeZone: "America/New_York",
  venue: {
    name: "The Old Meridian Bank",
    address: "915 F Street NW",
    city: "Washington",
    region: "DC",
    country: "US",
    latitude: 38.8974,
    longitude: -77.0247,
  },
  categories: ["Masquerade", "Calypso"],
  lineup: [
    { name: "The Anacostia Pan Vanguard", role: "Steel orchestra" },
    { name: "Calypso Lucian", role: "Vocals and picong" },
    { name: "Mother Selene", role: "Queen of the night" },
    { name: "Professor Tambu", role: "Selector" },
  ],
  dressCode: "Black tie with a mask, or full costume. Feathers taller than 6½ feet use the left-hand door.",
  ageRule: "21+",
  policies: [cameras, idAtTheDoor, reEntry, access],
  ticketTypes: [
    {
      name: "Masquerader, early bird",
      description: "The ball, the staircase, and a glass of something cold when the Queen walks.",
      ...fixed(85, 8),
      capacity: 120,
      sold: 71,
      doorColor: "#5b3fa0",
    },
    {
      name: "Masquerader, general",
      description: "The same ball at the later price. Patience is taxed.",
      ...fixed(105, 10),
      capacity: 140,
      sold: 0,
      opensInDays: 9,
      doorColor: "#5b3fa0",
    },
    {
      name: "Gallery box for four",
      description: "A box above the floor, a bottle of sparkling wine, and opera glasses you have to give back.",
      ...fixed(620, 60),
      capacity: 12,
      sold: 5,
      ticketsPerUnit: 4,
      maxPerOrder: 2,
      doorColor: "#c9a24b",
    },
    {
      name: "Mas camp",
      description: "For mas makers, wire benders and sequin sewers. You know the code.",
      ...fixed(30, 3),
      capacity: 30,
      sold: 8,
      maxPerOrder: 2,
      accessCode: "SEQUIN",
    },
  ],
};
