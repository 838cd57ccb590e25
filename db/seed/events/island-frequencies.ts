import { fixed, type DemoEvent } from "../event.ts";
import { access, idAtTheDoor, reEntry, respect } from "../shared-policies.ts";

/** Past: three rooms on three wavelengths. */
export const islandFrequencies: DemoEvent = {
  key: "island-frequencies",
  title: "Island Frequencies",
  summary: "Three rooms, three wavelengths, one pair of comfortable shoes.",
  paragraphs: [
    "An old radio house by the tracks, with three studios still in working order. We put dub in A, kompa in B and electronic soca in C, opened all the doors and let the hallway do the mixing.",
    "Empress Volta broadcast live from the control room. Fleur Antoine took requests by rotary phone. In C, a young man named Static Baptiste built a road march out of a modem, a cowbell and his grandmother's answering machine, and got carried out on people's shoulders.",
    "The on-air light stayed red until four. The neighbors sent a thank-you note, which was a first.",
  ],
  date: { weeks: -5, weekday: "saturday", doors: "21:00", starts: "21:30", hours: 6.5 },
  timeZone: "America/New_York",
  venue: {
    name: "WFLR Radio House",
    address: "811 NW 4th Avenue",
    city: "Fort Lauderdale",
    region: "FL",
    country: "US",
    latitude: 26.1312,
    longitude: -80.1476,
  },
  categories: ["Electronic", "Dub", "Kompa"],
  lineup: [
    { name: "Empress Volta", role: "Studio A, dub" },
    { name: "Fleur Antoine", role: "Studio B, kompa" },
    { name: "Static Baptiste", role: "Studio C, live machines" },
  ],
  dressCode: "Signal colors.",
  ageRule: "18+",
  policies: [idAtTheDoor, reEntry, respect, access],
  turnout: 0.82,
  ticketTypes: [
    { name: "All rooms", description: "A, B, C and the hallway.", ...fixed(34, 3), capacity: 130, sold: 70 },
    {
      name: "Control room",
      description: "Behind the glass, with the engineers and their whiskey.",
      ...fixed(80, 8),
      capacity: 24,
      sold: 19,
      maxPerOrder: 4,
    },
    {
      name: "Guest list",
      description: "For friends of the station.",
      ...fixed(15, 1),
      capacity: 20,
      sold: 8,
      maxPerOrder: 2,
      accessCode: "ONAIR",
    },
  ],
};
