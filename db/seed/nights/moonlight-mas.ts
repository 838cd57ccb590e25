import { fixed, type DemoNight } from "../night.ts";
import { access, cameras, idAtTheDoor, reEntry, refunds } from "../house-policies.ts";

/** A masquerade with a second release still to open. */
export const moonlightMas: DemoNight = {
  key: "moonlight-mas",
  title: "Moonlight Mas",
  summary: "A masked ball in full plumage. The Queen walks at eleven; try to be looking up.",
  paragraphs: [
    "Carnival by daylight is a parade. Carnival by moonlight is a rumour. For one Saturday we fill a marble bank on F Street with wire, feather and candle, and ask only that nobody be recognisable before midnight.",
    "The bands come down the stair in order: Midnight Robber first, because he will not be told otherwise; then the Moko Jumbies, heads among the chandeliers; then, at eleven, the Queen of the night, whose costume took nine women and a marine engineer four months. The Anacostia Pan Vanguard plays her in. Calypso Lucian plays everybody out.",
    "If you have no mask we will lend you one. If you have a very good one, there is a prize, and a jury of three retired seamstresses who have seen everything and liked some of it.",
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
    { name: "Calypso Lucian", role: "Vocals and impudence" },
    { name: "Mother Selene", role: "Queen of the night" },
    { name: "Professor Tambu", role: "Selector" },
  ],
  dressCode: "Black tie with a mask, or full costume. Feathers above two metres by the left-hand door.",
  ageRule: "21+",
  policies: [cameras, idAtTheDoor, reEntry, refunds, access],
  ticketTypes: [
    {
      name: "Masquerader, first release",
      description: "The ball, the stair, and a glass of something cold when the Queen walks.",
      ...fixed(85, 8),
      capacity: 120,
      sold: 71,
      doorColor: "#5b3fa0",
    },
    {
      name: "Masquerader, second release",
      description: "The same ball. Patience is taxed.",
      ...fixed(105, 10),
      capacity: 140,
      sold: 0,
      opensInDays: 9,
      doorColor: "#5b3fa0",
    },
    {
      name: "Gallery box for four",
      description: "A box above the floor, a bottle of sparkling, opera glasses you must give back.",
      ...fixed(620, 60),
      capacity: 12,
      sold: 5,
      ticketsPerUnit: 4,
      maxPerOrder: 2,
      doorColor: "#c9a24b",
    },
    {
      name: "Mas camp",
      description: "For makers, benders of wire and sewers of sequins. You know the word.",
      ...fixed(30, 3),
      capacity: 30,
      sold: 8,
      maxPerOrder: 2,
      accessCode: "SEQUIN",
    },
  ],
};
