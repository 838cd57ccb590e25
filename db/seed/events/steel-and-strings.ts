import { fixed, type DemoEvent } from "../event.ts";
import { access } from "../shared-policies.ts";

/** A seated concert with few seats left anywhere. */
export const steelAndStrings: DemoEvent = {
  key: "steel-and-strings",
  title: "Steel & Strings",
  summary: "A steelpan, a string quartet, and a hundred and twenty people holding their breath.",
  paragraphs: [
    "The steelpan is the only acoustic instrument the twentieth century managed to invent, and its inventors had been forbidden to drum. The cello has had four hundred years of good press. We thought they should meet.",
    "Josephine Achille, born in Laventille and trained in the back row of a very good conservatory, plays tenor pan with the Shawmut Avenue Quartet in an evening of new arrangements: old calypso as chamber music, Bach as road march, and the premiere of her own Suite for Rain on Galvanize.",
    "Seated and unamplified, with one intermission and rum cake. Kids who can sit still are welcome; adults who can't are asked to try.",
  ],
  date: { weeks: 2, weekday: "saturday", doors: "18:45", starts: "19:30", hours: 2.5 },
  timeZone: "America/New_York",
  venue: {
    name: "Chandler Street Meeting House",
    address: "57 Chandler Street",
    city: "Boston",
    region: "MA",
    country: "US",
    latitude: 42.3464,
    longitude: -71.0716,
  },
  categories: ["Concert", "Steelpan", "Family"],
  lineup: [
    { name: "Josephine Achille", role: "Tenor pan" },
    { name: "The Shawmut Avenue Quartet", role: "Strings" },
    { name: "Winsome Tull", role: "Narration" },
  ],
  dressCode: "Concert dress, and shoes that don't announce you.",
  ageRule: "all",
  policies: [
    { title: "Late seating", text: "Latecomers are seated between pieces, from the side aisle. On tiptoe, please." },
    access,
  ],
  ticketTypes: [
    {
      name: "Floor",
      description: "Rows A to H, close enough to see the hammer marks.",
      ...fixed(64, 6),
      capacity: 72,
      sold: 68,
      maxPerOrder: 6,
      doorColor: "#1c5d8c",
    },
    {
      name: "Balcony",
      description: "Where the sound is best, as anyone up there will tell you.",
      ...fixed(44, 4),
      capacity: 40,
      sold: 35,
      maxPerOrder: 6,
      doorColor: "#d97a2b",
    },
    {
      name: "Student rush",
      description: "Bring a student ID from any school that would have you.",
      ...fixed(15, 1),
      capacity: 20,
      sold: 20,
      maxPerOrder: 2,
    },
  ],
};
