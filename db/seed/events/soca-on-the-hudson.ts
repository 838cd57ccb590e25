import { fixed, type DemoEvent } from "../event.ts";
import { idAtTheDoor, rainOrShine, respect } from "../shared-policies.ts";

/** The boat ride: limited by the boat's capacity, so the event has its own stock. */
export const socaOnTheHudson: DemoEvent = {
  key: "soca-on-the-hudson",
  title: "Soca on the Hudson",
  summary: "Two decks, two rivers, one road march. We sail at 7:00 PM, whether or not your cousin has parked.",
  paragraphs: [
    "There's a moment, after the lines are thrown and before the bass drops, when a hundred and ninety feet of boat goes quiet and everyone looks at the bridge. Then somebody's aunt says \"well, play the thing,\" and that's the end of quiet.",
    "Soca on the Hudson is our oldest event and the only one with a life jacket under your seat. Main deck for the jumpers, stern rail for the talkers, upper deck for everyone who dressed for the wind. Kassava Sound has the rig from the pier to the statue; Lady Marabella takes it from the statue home.",
    "We don't wait for anyone: boarding starts at 6:00 PM, and the captain, a patient man from Gouyave, leaves at 7:00 by his own watch. The galley serves pelau, corn soup and a jerk that has ended friendships. The bar pours until we can see the dock.",
  ],
  date: { weeks: 2, weekday: "saturday", doors: "18:00", starts: "19:00", hours: 4 },
  timeZone: "America/New_York",
  venue: {
    name: "Pier Marigold",
    address: "214 Van Brunt Street",
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: 40.6812,
    longitude: -74.0107,
  },
  categories: ["Soca", "Boat ride"],
  salesEndAtStart: true,
  lineup: [
    { name: "Kassava Sound", role: "Sound system" },
    { name: "Lady Marabella", role: "Selector" },
    { name: "Bunty Lall", role: "Host" },
    { name: "The Gasparee Brass Six", role: "Live brass, upper deck" },
  ],
  dressCode: "Resort wear and rubber soles, no heels. Heels and decks have met before, and the deck won.",
  ageRule: "21+",
  policies: [
    {
      title: "Sailing time",
      text: "Boarding is from 6:00 to 6:45 PM, and we sail at 7:00. We can't come back for you, and we won't wave.",
    },
    rainOrShine,
    idAtTheDoor,
    respect,
  ],
  capacity: 220,
  ticketTypes: [
    {
      name: "Main deck",
      description: "Both dance floors, the galley line, and the best view of other people's footwork.",
      ...fixed(75, 8),
      capacity: 150,
      sold: 74,
      doorColor: "#e8603c",
    },
    {
      name: "Upper deck",
      description: "Everything below, plus open air, live brass, and a bar with a shorter line and a longer pour.",
      ...fixed(120, 12),
      capacity: 60,
      sold: 53,
      maxPerOrder: 6,
      doorColor: "#c9a24b",
    },
    {
      name: "Captain's table for six",
      description:
        "A table at the bow rail, two bottles of aged rum, a seafood tower, and a steward who remembers your name.",
      ...fixed(840, 84),
      capacity: 8,
      sold: 3,
      ticketsPerUnit: 6,
      maxPerOrder: 2,
      doorColor: "#1f6f78",
    },
    {
      name: "Ship's company",
      description: "For the crew, the crew's people, and anyone the crew owes.",
      ...fixed(40, 4),
      capacity: 20,
      sold: 6,
      maxPerOrder: 2,
      accessCode: "ANCHOR",
    },
  ],
};
