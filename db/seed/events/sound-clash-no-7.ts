import { fixed, type DemoEvent } from "../event.ts";
import { access, idAtTheDoor, reEntry, respect } from "../shared-policies.ts";

/** Announced, not yet on sale. */
export const soundClashNo7: DemoEvent = {
  key: "sound-clash-no-7",
  title: "Sound Clash No. 7",
  summary: "Two stacks, one room, no mercy. Toronto decides, loudly and in public.",
  paragraphs: [
    "The score is tied at three, and nobody on either side sleeps well. On a Friday night in the Junction, in a hall built for boxing, Thunder Papa and Empress Volta will settle it with dubplates, bad manners and eleven thousand watts.",
    "Four rounds: roots, dancehall, soca, and dub fi dub. No repeats, no phones in the booth, and no playing another man's special unless you're ready to explain it to his mother in row one. Your noise is the vote. Mr. Justice Blackwood presides with a whistle and a stopwatch.",
    "It gets loud: earplugs are free at the door. Ackee patties in the back are not. When the winner is called, stay for the truce set: both sounds, one rig, until four.",
  ],
  date: { weeks: 8, weekday: "friday", doors: "21:00", starts: "22:00", hours: 6 },
  timeZone: "America/Toronto",
  venue: {
    name: "Keele Street Athletic Hall",
    address: "405 Keele Street",
    city: "Toronto",
    region: "ON",
    country: "CA",
    latitude: 43.6655,
    longitude: -79.465,
  },
  categories: ["Dancehall", "Sound clash"],
  lineup: [
    { name: "Thunder Papa", role: "Red corner" },
    { name: "Empress Volta", role: "Blue corner" },
    { name: "Mr. Justice Blackwood", role: "Referee" },
    { name: "Tantie Dubplate", role: "Warm-up" },
  ],
  dressCode: "Wear your corner: red or blue. Neutrals in black, and under suspicion.",
  ageRule: "18+",
  policies: [
    { title: "Prices", text: "Prices are in US dollars. Your bank converts them." },
    idAtTheDoor,
    reEntry,
    respect,
    access,
  ],
  ticketTypes: [
    {
      name: "Early bird",
      description: "Floor, either corner.",
      ...fixed(32, 3),
      capacity: 150,
      sold: 0,
      opensInDays: 6,
      doorColor: "#2b5fd9",
    },
    {
      name: "General floor",
      description: "Floor, either corner, for people who sleep in.",
      ...fixed(40, 4),
      capacity: 300,
      sold: 0,
      opensInDays: 13,
      doorColor: "#d92b2b",
    },
    {
      name: "Judges' balcony",
      description: "Seats, table service, and a paddle to raise in disgust.",
      ...fixed(85, 8),
      capacity: 48,
      sold: 0,
      opensInDays: 6,
      maxPerOrder: 4,
      doorColor: "#c9a24b",
    },
  ],
};
