import type { DemoProduct } from "../product.ts";

export const vinyl: DemoProduct = {
  slug: "island-frequencies-vinyl",
  title: "Island Frequencies, Vol. 1",
  tagline: "12-inch, 140 grams, loud cut",
  paragraphs: [
    "Eight tunes from all three studios: roots on side one, soca on side two, and a locked groove at the end that has outlasted three parties and a landlord.",
    "140-gram black vinyl in a heavy sleeve, with the island drawn in its own sound waves. 300 pressed, most of them sold at the door. When they’re gone, they’re gone.",
  ],
  kind: "physical",
  taxCategory: "media",
  collections: ["sounds"],
  pictures: ["vinyl", "vinyl-record"],
  events: ["island-frequencies", "sound-clash-no-7"],
  options: [],
  daysOnSale: 40,
  variants: [
    {
      options: [],
      sku: "SG-LP-IF1",
      dollars: 30,
      costDollars: 11.2,
      grams: 380,
      onHand: 60,
      sold: 7,
      lowStockAt: 10,
      maxPerOrder: 2,
      maxPerPerson: 2,
      changes: [{ reason: "damaged", units: -2, daysAgo: 33, note: "Corners crushed in transit" }],
    },
  ],
};

export const mixtape: DemoProduct = {
  slug: "sound-clash-mixtape",
  title: "Sound Clash Mixtape",
  tagline: "A download: three riddims, no talking over them",
  paragraphs: [
    "Warm-up music for the clash, or for the dishes. Three riddims made in the back room after the doors closed: one to walk in to, one to stay for, and one to be asked to leave to.",
    "You get one ZIP file with the tracks as WAV and a track list. Download it as often as you like from your order page.",
  ],
  kind: "digital",
  taxCategory: "digital",
  collections: ["new", "sounds"],
  pictures: ["mixtape", "mixtape-detail"],
  events: ["sound-clash-no-7"],
  options: [],
  daysOnSale: 28,
  variants: [{ options: [], sku: "SG-MIX-SC7", dollars: 9, costDollars: 0.9, grams: 0, sold: 12, maxPerOrder: 1 }],
  file: "sound-clash-mixtape.zip",
};

export const posterPrint: DemoProduct = {
  slug: "moonlight-mas-print",
  title: "Moonlight Mas Print",
  tagline: "Screen print, four inks, numbered by hand",
  paragraphs: [
    "The poster the way it came off the press: four inks on heavy cream stock, every feather carved. Numbered in pencil and stamped in the corner.",
    "16 × 20 inches, a standard frame size, because we've all owned a poster that never found a frame. It ships flat between boards.",
  ],
  kind: "physical",
  taxCategory: "general",
  collections: ["best-sellers", "sounds"],
  pictures: ["poster-print", "poster-print-detail"],
  events: ["moonlight-mas"],
  options: [],
  daysOnSale: 55,
  variants: [
    {
      options: [],
      sku: "SG-PRINT-MM",
      dollars: 45,
      costDollars: 9.5,
      grams: 540,
      onHand: 40,
      sold: 6,
      lowStockAt: 8,
      maxPerOrder: 2,
      maxPerPerson: 2,
    },
  ],
};
