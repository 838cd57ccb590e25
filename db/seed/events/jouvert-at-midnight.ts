import { fixed, type DemoEvent } from "../event.ts";
import { idAtTheDoor, rainOrShine, respect } from "../shared-policies.ts";

/** From midnight to morning: the event that ends on another day. */
export const jouvertAtMidnight: DemoEvent = {
  key: "jouvert-at-midnight",
  title: "J’ouvert at Midnight",
  summary: "Paint, powder, oil and a rhythm section. Wear clothes you're ready to bury.",
  paragraphs: [
    "Where we come from, Carnival doesn't start with feathers. It starts in the dark, with a pan side somewhere up the road and someone you've never met leaving a handprint on your back like a signature.",
    "J’ouvert at Midnight brings that hour to a freight yard off Flatbush, indoors and out: four trucks, three colors of paint and one long road going nowhere at walking speed. The Canboulay Engine Room plays iron from the back of the last truck. DJ Saltfish plays everything else.",
    "We finish at six with cocoa tea, bake and saltfish, and a row of hoses. You'll look like a mistake in a paint store, and you won't have checked your phone for six hours.",
  ],
  date: { weeks: 5, weekday: "friday", doors: "23:00", starts: "23:59", hours: 6 + 1 / 60 },
  timeZone: "America/New_York",
  venue: {
    name: "Tamarind Freight Yard",
    address: "1182 Utica Avenue",
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: 40.6424,
    longitude: -73.9297,
  },
  categories: ["Soca", "J’ouvert"],
  lineup: [
    { name: "DJ Saltfish", role: "Selector, truck one" },
    { name: "Selecta Pommerac", role: "Selector, truck two" },
    { name: "The Canboulay Engine Room", role: "Live iron and bass drum" },
    { name: "Iron Auntie", role: "Host and conscience" },
  ],
  dressCode: "Closed-toe shoes. Something old, nothing borrowed.",
  ageRule: "18+",
  policies: [
    {
      title: "Paint",
      text: "Expect paint everywhere. It's water-based and skin-safe. Only the Gray zone by the gate stays dry; the rest of the yard has made its choice.",
    },
    rainOrShine,
    idAtTheDoor,
    respect,
  ],
  ticketTypes: [
    {
      name: "First fifty",
      description: "For everyone who bought before asking who was playing.",
      ...fixed(30, 3),
      capacity: 50,
      sold: 50,
      maxPerOrder: 4,
      doorColor: "#00a6b8",
    },
    {
      name: "Paint side",
      description: "Full contact: paint, powder, cocoa, road and breakfast.",
      ...fixed(48, 5),
      capacity: 260,
      sold: 83,
      doorColor: "#d81e7a",
    },
    {
      name: "Gray zone",
      description: "The dry terrace above the gate, with seats, a bar and a good view of other people's decisions.",
      ...fixed(70, 7),
      capacity: 60,
      sold: 19,
      doorColor: "#8a8f98",
    },
    {
      name: "Section of ten",
      description: "Your own color, your own bucket, ten matching bandanas and a cooler on the truck.",
      ...fixed(430, 43),
      capacity: 10,
      sold: 3,
      ticketsPerUnit: 10,
      maxPerOrder: 2,
      doorColor: "#f6c445",
    },
  ],
};
