import { free, payWhatYouWant, type DemoEvent } from "../event.ts";
import { access, idAtTheDoor, respect } from "../shared-policies.ts";

/** A free event with an optional pay-what-you-want ticket. */
export const dominoesAndRum: DemoEvent = {
  key: "dominoes-and-rum",
  title: "Dominoes & Rum",
  summary: "Six tables, one trophy, no coaching from the sidelines. Getting in is free. Losing costs what it costs.",
  paragraphs: [
    "Twice a year we clear the back room at Fenton's, hang the green lamps, and find out who in Flatbush can count. Partners, best of three, double six opens. Slamming is allowed, and judged on style.",
    "You don't have to play. Most people come for the trash talk and the rum: five pours from five islands, presented by Mr. Everard Holder, who distilled one of them and has opinions about the other four. Roots and lovers rock on the little speaker, and a fish fry from four until the fish runs out.",
    "Entry is free, as always. To help keep the lamps on, name your own price, from $5. What's left after the fish goes to the Erasmus Street after-school band.",
  ],
  date: { weeks: 1, weekday: "sunday", doors: "14:30", starts: "15:00", hours: 6 },
  timeZone: "America/New_York",
  venue: {
    name: "Fenton's Social Room",
    address: "1467 Nostrand Avenue",
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: 40.6512,
    longitude: -73.9497,
  },
  categories: ["Lime", "Community"],
  lineup: [
    { name: "Mr. Everard Holder", role: "Rum" },
    { name: "Deacon Sylvester Prince", role: "Table judge" },
    { name: "Papa Delroy Finch", role: "Little speaker" },
  ],
  dressCode: "A good shirt. Lucky ones don't have to be clean.",
  ageRule: "21+",
  policies: [
    {
      title: "At the table",
      text: "No talking across the table, no counting out loud, and no standing behind a player you're married to.",
    },
    idAtTheDoor,
    respect,
    access,
  ],
  ticketTypes: [
    {
      name: "Come in",
      description: "Free. Say good afternoon when you come in.",
      ...free,
      capacity: 90,
      sold: 37,
      maxPerOrder: 4,
    },
    {
      name: "Keep the lamps on",
      description: "Same door, your own price, our real thanks.",
      ...payWhatYouWant(5),
      capacity: 60,
      sold: 22,
      maxPerOrder: 4,
      doorColor: "#3f7d58",
    },
    {
      name: "A pair in the draw",
      description: "Two names in the tournament and a seat each until you lose.",
      ...payWhatYouWant(20),
      capacity: 12,
      sold: 10,
      ticketsPerUnit: 2,
      maxPerOrder: 1,
      doorColor: "#c9a24b",
    },
  ],
};
