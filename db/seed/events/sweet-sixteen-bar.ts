import { fixed, payWhatYouWant, type DemoEvent } from "../event.ts";
import { access, cameras, idAtTheDoor, reEntry } from "../shared-policies.ts";

/** Past: the small one. */
export const sweetSixteenBar: DemoEvent = {
  key: "sweet-sixteen-bar",
  title: "Sweet Sixteen Bar",
  summary: "Sixteen poets, sixteen bars each, and a bartender keeping score in nutmeg.",
  paragraphs: [
    "Sixteen bars is long enough to tell the truth and short enough to get away with it. On a Friday in the Old Fourth Ward, sixteen toasters, deejays, rapso men and one retired judge stood at the same mic and tried.",
    "The Ponce Street Rhythm Bureau backed all of them. Nerissa Flood won with a verse about her landlord that has since been entered into evidence.",
    "The nutmeg has been framed.",
  ],
  date: { weeks: -2, weekday: "friday", doors: "20:00", starts: "21:00", hours: 4.5 },
  timeZone: "America/New_York",
  venue: {
    name: "The Nutmeg Room",
    address: "521 Edgewood Avenue SE",
    city: "Atlanta",
    region: "GA",
    country: "US",
    latitude: 33.7544,
    longitude: -84.3712,
  },
  categories: ["Spoken word", "Live band"],
  lineup: [
    { name: "Nerissa Flood", role: "Champion" },
    { name: "The Ponce Street Rhythm Bureau", role: "House band" },
    { name: "Miss Coralie", role: "Host" },
  ],
  dressCode: "Sharp. Somebody will rhyme about it.",
  ageRule: "21+",
  policies: [cameras, idAtTheDoor, reEntry, access],
  turnout: 0.74,
  ticketTypes: [
    {
      name: "At the bar",
      description: "A stool, or standing near one.",
      ...fixed(24, 2),
      capacity: 60,
      sold: 40,
      maxPerOrder: 4,
    },
    {
      name: "At the table",
      description: "A seat, a candle and a plate of accra.",
      ...fixed(42, 4),
      capacity: 30,
      sold: 25,
      maxPerOrder: 4,
    },
    {
      name: "For the band",
      description: "Name your price. All of it went to the players.",
      ...payWhatYouWant(10),
      capacity: 25,
      sold: 9,
      maxPerOrder: 2,
    },
  ],
};
