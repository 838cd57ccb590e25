import { fixed, type DemoNight } from "../night.ts";
import { cameras, idAtTheDoor, reEntry, refunds } from "../house-policies.ts";

/** Gone by: the formal. */
export const tropicNoir: DemoNight = {
  key: "tropic-noir",
  title: "Tropic Noir",
  summary: "Black tie, brass section, one panther. Manhattan behaved itself until about half past one.",
  paragraphs: [
    "The brief to the tailor was: a gentleman who has just come from somewhere with palm trees and is not going to discuss it. A hundred and twelve of you took it personally, and beautifully.",
    "Lord Carmichael Bey led a fourteen-piece in the ballroom, playing mambo, mento and the slower sort of trouble. Downstairs in the cloakroom, which we had told nobody was a second bar, Professor Tambu played dub until the coats moved on their own.",
    "The panther was a brass one, on loan. It has since been returned. We do not wish to discuss the hat.",
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
    { name: "Professor Tambu", role: "Cloakroom dub" },
    { name: "Dahlia Montrose", role: "Vocals" },
  ],
  dressCode: "Black tie, with one thing that is not.",
  ageRule: "21+",
  policies: [cameras, idAtTheDoor, reEntry, refunds],
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
      description: "A box, a bottle, a bell to ring.",
      ...fixed(640, 62),
      capacity: 8,
      sold: 6,
      ticketsPerUnit: 4,
      maxPerOrder: 1,
    },
    {
      name: "After one",
      description: "For those with somewhere else to be first.",
      ...fixed(45, 4),
      capacity: 40,
      sold: 16,
    },
  ],
};
