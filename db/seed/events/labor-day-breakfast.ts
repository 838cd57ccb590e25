import { fixed, type DemoEvent } from "../event.ts";
import { idAtTheDoor, rainOrShine, respect } from "../shared-policies.ts";

/** Past: sold out. */
export const laborDayBreakfast: DemoEvent = {
  key: "labor-day-breakfast",
  title: "Labor Day Breakfast",
  summary: "Breakfast from 5:00 AM. Eggs, iron and all of Eastern Parkway in its slippers.",
  paragraphs: [
    "Some people go to bed before the parade. Some people stay up. We made breakfast for the second kind, in a schoolyard where the smell could do the recruiting.",
    "Iron Auntie ran the griddle and the mic, in that order. Kassava Sound started at a respectful volume at 5:04 AM and was done being respectful by 5:20. By seven, two thousand eggs were gone, and a conga line had left the yard, circled the block and come back with strangers.",
    "Labor Day is a state of mind. We'll be back next year: same yard, more eggs.",
  ],
  date: { weeks: -10, weekday: "saturday", doors: "04:45", starts: "05:00", hours: 5 },
  timeZone: "America/New_York",
  venue: {
    name: "The Yard at Union & Rogers",
    address: "330 Rogers Avenue",
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: 40.6655,
    longitude: -73.9535,
  },
  categories: ["Breakfast fete", "Soca"],
  lineup: [
    { name: "Iron Auntie", role: "Griddle and microphone" },
    { name: "Kassava Sound", role: "Sound system" },
    { name: "Bunty Lall", role: "Host" },
  ],
  dressCode: "Robes and slippers accepted. Curlers admired.",
  ageRule: "18+",
  policies: [rainOrShine, idAtTheDoor, respect],
  turnout: 0.91,
  ticketTypes: [
    {
      name: "Early egg",
      description: "Entry before 5:30 AM.",
      ...fixed(22, 2),
      capacity: 48,
      sold: 48,
      maxPerOrder: 6,
    },
    {
      name: "Breakfast fete",
      description: "All you can eat, all you can jump.",
      ...fixed(35, 4),
      capacity: 66,
      sold: 66,
      maxPerOrder: 6,
    },
    {
      name: "Brownstone stoop for four",
      description: "A stoop, a table, a pot of coffee and the moral high ground.",
      ...fixed(180, 18),
      capacity: 4,
      sold: 4,
      ticketsPerUnit: 4,
      maxPerOrder: 1,
    },
  ],
};
