import type { DemoProduct } from "../product.ts";

export const fan: DemoProduct = {
  slug: "plume-fan",
  title: "Plume Fan",
  tagline: "Snaps open, settles arguments",
  paragraphs: [
    "Cotton on wood ribs, plumes and peacock eyes on both sides. Opens with one flick and a sound that makes a room turn around.",
    "Moves real air. Also works as a curtain for gossip, a menu, and a final answer. 17 inches when open, with a tassel in case there was any doubt.",
  ],
  kind: "physical",
  taxCategory: "general",
  collections: ["road", "extras"],
  pictures: ["fan", "fan-detail"],
  events: ["hibiscus-garden", "white-linen-sessions"],
  options: [],
  daysOnSale: 36,
  variants: [
    {
      options: [],
      sku: "SG-FAN",
      dollars: 22,
      costDollars: 6.3,
      grams: 130,
      onHand: 14,
      sold: 9,
      lowStockAt: 8,
      maxPerOrder: 4,
    },
  ],
};

export const cup: DemoProduct = {
  slug: "truck-cup",
  title: "Truck Cup",
  tagline: "24 ounces, with your name on the bottom",
  paragraphs: [
    "The cup you bring back. Twenty-four ounces of thick violet plastic that has been dropped off a truck, driven over by the next truck, and refilled.",
    "There's a blank on the bottom for your name. Use it. We've seen friendships end.",
  ],
  kind: "physical",
  taxCategory: "general",
  collections: ["road"],
  pictures: ["cup", "cup-detail"],
  events: ["jouvert-at-midnight", "last-lap"],
  options: [],
  daysOnSale: 60,
  variants: [
    { options: [], sku: "SG-CUP", dollars: 18, costDollars: 5.2, grams: 290, onHand: 120, sold: 6, lowStockAt: 15 },
  ],
};

export const flag: DemoProduct = {
  slug: "truck-flag",
  title: "Truck Flag",
  tagline: "Wave it like the DJ owes you money",
  paragraphs: [
    "Two by three feet on a wooden pole: hibiscus, bone and sea, with the mask in the middle. Bring your island's flag for the heart and this one for the photo.",
    "We drop it once, for Last Lap. Two per person, so the whole truck gets one.",
  ],
  kind: "physical",
  taxCategory: "general",
  collections: ["new", "road"],
  pictures: ["flag", "flag-detail"],
  events: ["last-lap", "jouvert-at-midnight"],
  options: [],
  daysOnSale: 5,
  variants: [
    {
      options: [],
      sku: "SG-FLAG",
      dollars: 26,
      costDollars: 7.8,
      grams: 340,
      onHand: 150,
      sold: 0,
      maxPerOrder: 2,
      maxPerPerson: 2,
      opensInDays: 6,
    },
  ],
};

export const jouvertKit: DemoProduct = {
  slug: "jouvert-kit",
  title: "J’ouvert Kit",
  tagline: "Paint, cup, bandana, pin: everything but the alarm clock",
  paragraphs: [
    "One tray for one morning. Three bottles of washable paint, the Truck Cup, a wine-red Rosette Bandana and a Mask Pin, packed so that you can grab it at 11:00 PM and leave.",
    "Bought one by one, that's $44 before the paint. The paint is water-based, kind to skin and cotton, and merciless to white sneakers.",
  ],
  kind: "physical",
  taxCategory: "general",
  collections: ["new", "road"],
  pictures: ["jouvert-kit", "jouvert-kit-bottles", "jouvert-kit-cup"],
  events: ["jouvert-at-midnight"],
  options: [],
  daysOnSale: 20,
  variants: [
    {
      options: [],
      sku: "SG-KIT-JOUV",
      dollars: 42,
      compareAtDollars: 52,
      costDollars: 16.4,
      grams: 620,
      onHand: 40,
      sold: 6,
      lowStockAt: 8,
      maxPerOrder: 4,
      parts: [
        { sku: "SG-CUP", quantity: 1 },
        { sku: "SG-BAND-WIN", quantity: 1 },
        { sku: "SG-PIN-HIB", quantity: 1 },
      ],
    },
  ],
};
