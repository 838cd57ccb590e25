import { fixed, type DemoEvent } from "../event.ts";
import { access, rainOrShine, respect } from "../shared-policies.ts";

/** An afternoon with plenty of tickets left: the plain case. */
export const hibiscusGarden: DemoEvent = {
  key: "hibiscus-garden",
  title: "Hibiscus Garden",
  summary:
    "An afternoon fete among the flowers. Sundresses, seersucker, and a bass line the bees have complained about.",
  paragraphs: [
    "Two acres of old garden off Corrine Drive: hibiscus the size of dinner plates, a bandstand nobody has played in decades, and shade. We bring the rig, the rum and two hundred parasols.",
    "It starts as a picnic and plans to stay one. Then Fleur Antoine plays her second record, and somebody's uncle folds up his chair. Kompa and zouk on the lawn, soca at the bandstand after five, and a kids' corner with a mask maker until six.",
    "We search coolers at the gate. Blankets are welcome. Please don't pick the flowers: they were here first, and they're better dressed.",
  ],
  date: { weeks: 7, weekday: "sunday", doors: "13:30", starts: "14:00", hours: 6 },
  timeZone: "America/New_York",
  venue: {
    name: "Larkspur Gardens Pavilion",
    address: "2315 Corrine Drive",
    city: "Orlando",
    region: "FL",
    country: "US",
    latitude: 28.5671,
    longitude: -81.3527,
  },
  categories: ["Day party", "Kompa", "Family"],
  lineup: [
    { name: "Fleur Antoine", role: "Selector, lawn" },
    { name: "Ti-Jean Roumain et les Cousins", role: "Live kompa" },
    { name: "DJ Saltfish", role: "Selector, bandstand" },
  ],
  dressCode: "Garden party. Florals are allowed to clash.",
  ageRule: "all",
  policies: [
    { title: "Coolers", text: "No glass and no outside drinks. Food is fine. The bar has feelings." },
    rainOrShine,
    respect,
    access,
  ],
  ticketTypes: [
    {
      name: "Garden",
      description: "Entry at the rose gate, all afternoon.",
      ...fixed(40, 4),
      capacity: 300,
      sold: 52,
      doorColor: "#3f7d58",
    },
    {
      name: "Family of four",
      description: "Two adults, two kids, four parasols and a flask of limeade.",
      ...fixed(110, 10),
      capacity: 40,
      sold: 9,
      ticketsPerUnit: 4,
      maxPerOrder: 2,
      doorColor: "#f0607a",
    },
    {
      name: "Pavilion",
      description: "Seats in the shade, a grazing table, and someone to bring you another round.",
      ...fixed(95, 9),
      capacity: 60,
      sold: 14,
      doorColor: "#c9a24b",
    },
  ],
};
