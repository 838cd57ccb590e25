import { fixed, type DemoNight } from "../night.ts";
import { idAtTheDoor, rainOrShine, refunds, respect } from "../house-policies.ts";

/** The boat ride: bounded by what the boat may carry, so the night has a stock of its own. */
export const socaOnTheHudson: DemoNight = {
  key: "soca-on-the-hudson",
  title: "Soca on the Hudson",
  summary: "Two decks, two rivers, one road march. We sail at seven whether or not your cousin has parked.",
  paragraphs: [
    'There is a moment, just after the lines are thrown and just before the bass is, when a hundred and ninety feet of boat goes quiet and everybody looks at the bridge. Then somebody\'s aunt says "well, play the thing," and that is the last anybody hears of quiet.',
    "Soca on the Hudson is our oldest outing and the only one with a life jacket under your seat. Main deck for the jumpers, stern rail for the talkers, upper deck for those who dressed for the wind and knew exactly what they were doing. Kassava Sound holds the rig from the pier to the statue; Lady Marabella takes it from the statue home.",
    "The galley serves pelau, corn soup and a jerk that has ended friendships. The bar pours until we can see the dock. We board from six, and the captain, a patient man from Gouyave, leaves at seven by his own watch and nobody else's.",
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
  lineup: [
    { name: "Kassava Sound", role: "Sound system" },
    { name: "Lady Marabella", role: "Selector" },
    { name: "Bunty Lall", role: "Host" },
    { name: "The Gasparee Brass Six", role: "Live brass, upper deck" },
  ],
  dressCode: "Resort, with rubber soles. Heels and decks have met before; the deck won.",
  ageRule: "21+",
  policies: [
    {
      title: "Sailing time",
      text: "Boarding 6:00 to 6:45 PM. We cannot turn round for you, and we will not wave.",
    },
    rainOrShine,
    idAtTheDoor,
    refunds,
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
      description: "Everything below, plus the open air, the brass, and a bar with a shorter line and a longer pour.",
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
      description: "For the crew, the crew's people, and whoever the crew owes.",
      ...fixed(40, 4),
      capacity: 20,
      sold: 6,
      maxPerOrder: 2,
      accessCode: "ANCHOR",
    },
  ],
};
