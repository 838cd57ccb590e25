import { fixed, type DemoNight } from "../night.ts";
import { access, cameras, idAtTheDoor, reEntry, refunds } from "../house-policies.ts";

/** The night that is sold out, down to its last booth. */
export const velvetRiddim: DemoNight = {
  key: "velvet-riddim",
  title: "Velvet Riddim",
  summary: "Lovers rock at a civilised volume. Come with somebody, or leave with a better playlist.",
  paragraphs: [
    "Every city keeps one room where the lights are low on purpose. Ours is on Northwest 2nd, behind a door that looks like it sells insurance. Inside: velvet, a ceiling that forgives, and a sound system tuned by a man who used to repair violins.",
    "Velvet Riddim is four hours of slow riddim and slower conversation: lovers rock, rocksteady, the soul sides your father pretended were not his. Papa Delroy Finch plays vinyl only, and reads the label out loud like a benediction. Sister Imani Vale sings two short sets, close enough that you will hear her breathe.",
    "There is no dance floor, strictly speaking. There is a carpet, and what happens on the carpet is between you and your conscience.",
  ],
  date: { weeks: 1, weekday: "friday", doors: "20:30", starts: "21:00", hours: 5 },
  timeZone: "America/New_York",
  venue: {
    name: "The Mourning Dove Room",
    address: "2417 NW 2nd Avenue",
    city: "Miami",
    region: "FL",
    country: "US",
    latitude: 25.8003,
    longitude: -80.1989,
  },
  categories: ["Reggae", "Listening room"],
  lineup: [
    { name: "Papa Delroy Finch", role: "Vinyl selector" },
    { name: "Sister Imani Vale", role: "Vocals" },
    { name: "The Half-Way Tree Three", role: "Guitar, bass, drums" },
  ],
  dressCode: "Evening. Velvet encouraged, denim forgiven once.",
  ageRule: "21+",
  policies: [
    { title: "Volume", text: "Whisper during the sets. The record can hear you." },
    cameras,
    idAtTheDoor,
    reEntry,
    refunds,
    access,
  ],
  ticketTypes: [
    {
      name: "Standing, with good posture",
      description: "The carpet, the bar, and a welcome sorrel with a little something in it.",
      ...fixed(38, 4),
      capacity: 64,
      sold: 64,
      maxPerOrder: 4,
      doorColor: "#5d1230",
    },
    {
      name: "Booth for four",
      description: "A velvet booth, a bottle of your choosing, and a lamp you may turn lower.",
      ...fixed(320, 32),
      capacity: 7,
      sold: 7,
      ticketsPerUnit: 4,
      maxPerOrder: 1,
      doorColor: "#f08a7a",
    },
    {
      name: "Front cushion",
      description: "Two metres from the singer. Bring your feelings.",
      ...fixed(62, 6),
      capacity: 16,
      sold: 16,
      maxPerOrder: 2,
      doorColor: "#c9a24b",
    },
  ],
};
