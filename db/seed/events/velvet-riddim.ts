import { fixed, type DemoEvent } from "../event.ts";
import { access, cameras, idAtTheDoor, reEntry } from "../shared-policies.ts";

/** The event that is sold out, down to its last booth. */
export const velvetRiddim: DemoEvent = {
  key: "velvet-riddim",
  title: "Velvet Riddim",
  summary: "Lovers rock at a civilized volume. Come with someone, or leave with a better playlist.",
  paragraphs: [
    "Every city has one room where the lights are low on purpose. Ours is on Northwest 2nd, behind a door that looks like it sells insurance. Inside: velvet, candlelight, and a sound system tuned by a man who used to repair violins.",
    "Velvet Riddim is a night of slow riddim and slower conversation: lovers rock, rocksteady, and the soul sides your father pretended weren't his. Papa Delroy Finch plays vinyl only. Sister Imani Vale sings two short sets, close enough that you'll hear her breathe.",
    "There's no dance floor. There's a carpet, and what happens on the carpet is between you and your conscience.",
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
  dressCode: "Evening wear, no denim. Velvet encouraged.",
  ageRule: "21+",
  policies: [
    { title: "Volume", text: "Please whisper during the sets. The record can hear you." },
    cameras,
    idAtTheDoor,
    reEntry,
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
      description: "A velvet booth, a bottle of your choice, and a lamp you can turn down.",
      ...fixed(320, 32),
      capacity: 7,
      sold: 7,
      ticketsPerUnit: 4,
      maxPerOrder: 1,
      doorColor: "#f08a7a",
    },
    {
      name: "Front cushion",
      description: "Six feet from the singer. Bring your feelings.",
      ...fixed(62, 6),
      capacity: 16,
      sold: 16,
      maxPerOrder: 2,
      doorColor: "#c9a24b",
    },
  ],
};
