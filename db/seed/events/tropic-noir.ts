import { fixed, type DemoEvent } from "../event.ts";
import { cameras, idAtTheDoor, reEntry } from "../shared-policies.ts";

/** Past: the formal. */
export const tropicNoir: DemoEvent = {
  key: "tropic-noir",
  title: "Tropic Noir",
  summary: "Black tie, a brass section, one panther. Manhattan behaved itself until about 1:30 AM.",
  paragraphs: [
    "The tailor's instructions: a gentleman who just came from somewhere with palm trees and won't discuss it. A hundred and twelve of you took it personally, and beautifully.",
    "Lord Carmichael Bey led his fourteen-piece through mambo, mento and boleros in the ballroom. Downstairs in the coat check, secretly a second bar, Professor Tambu played dub until the coats moved on their own.",
    "The panther was brass, and on loan. It has been returned. We'd rather not discuss the hat.",
  ],
  date: { weeks: -7, weekday: "friday", doors: "21:00", starts: "22:00", hours: 6 },
  timeZone: "America/New_York",
  venue: {
    name: "The Almandine Ballroom",
    address: "36 West 28th Street",
    city: "New York",
    region: "NY",
    country: "US",
    latitude: 40.7456,
    longitude: -73.9893,
  },
  categories: ["Black tie", "Live band"],
  lineup: [
    { name: "Lord Carmichael Bey and his Fourteen", role: "Big band" },
    { name: "Professor Tambu", role: "Coat check dub" },
    { name: "Dahlia Montrose", role: "Vocals" },
  ],
  dressCode: "Black tie, with one thing that isn't.",
  ageRule: "21+",
  policies: [cameras, idAtTheDoor, reEntry],
  turnout: 0.86,
  ticketTypes: [
    {
      name: "Ballroom",
      description: "The floor, the band, the staircase entrance.",
      ...fixed(95, 9),
      capacity: 110,
      sold: 72,
      maxPerOrder: 4,
    },
    {
      name: "Loge for four",
      description: "A box, a bottle and a bell to ring.",
      ...fixed(640, 62),
      capacity: 8,
      sold: 6,
      ticketsPerUnit: 4,
      maxPerOrder: 1,
    },
    {
      name: "After one",
      description: "Entry after 1:00 AM, for people with somewhere else to be first.",
      ...fixed(45, 4),
      capacity: 40,
      sold: 16,
    },
  ],
};
