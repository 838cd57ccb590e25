import { fixed, type DemoNight } from "../night.ts";
import { access, idAtTheDoor, reEntry, refunds, respect } from "../house-policies.ts";

/** Announced, not yet on sale. */
export const soundClashNo7: DemoNight = {
  key: "sound-clash-no-7",
  title: "Sound Clash No. 7",
  summary: "Two stacks, one room, no mercy. Toronto decides, loudly and in public.",
  paragraphs: [
    "The score stands at three each. Nobody on either side sleeps well. On a Friday night in the Junction, in a hall built for boxing, Thunder Papa and Empress Volta will settle it with dubplates, bad manners and eleven thousand watts.",
    "Four rounds: roots, dancehall, soca, and dub fi dub. No repeats, no phones in the booth, and no playing another man's special unless you are prepared to explain it to his mother, who will be seated in row one. Your noise is the vote. Mr. Justice Blackwood presides with a whistle and a stopwatch and has never once smiled.",
    "Earplugs at the door, complimentary. Ackee patties at the back, not. When the winner is called, stay for the truce set: both sounds, one rig, until four.",
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
    { title: "Prices", text: "Charged in US dollars; your bank will translate." },
    idAtTheDoor,
    reEntry,
    refunds,
    respect,
    access,
  ],
  ticketTypes: [
    {
      name: "First release",
      description: "Floor, either corner.",
      ...fixed(32, 3),
      capacity: 150,
      sold: 0,
      opensInDays: 6,
      doorColor: "#2b5fd9",
    },
    {
      name: "General floor",
      description: "Floor, either corner, for those who sleep in.",
      ...fixed(40, 4),
      capacity: 300,
      sold: 0,
      opensInDays: 13,
      doorColor: "#d92b2b",
    },
    {
      name: "Judges' balcony",
      description: "Seats, table service, and a paddle you may raise in disgust.",
      ...fixed(85, 8),
      capacity: 48,
      sold: 0,
      opensInDays: 6,
      maxPerOrder: 4,
      doorColor: "#c9a24b",
    },
  ],
};
