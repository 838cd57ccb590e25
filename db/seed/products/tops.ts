import { colorsAndSizes, sized, type DemoProduct } from "../product.ts";

const letters = ["S", "M", "L", "XL", "2XL"];

export const hoodie: DemoProduct = {
  slug: "masquerade-hoodie",
  title: "Masquerade Hoodie",
  tagline: "14-ounce fleece, feathers on the back",
  paragraphs: [
    "Built for the walk from the fete to the train in February, when the costume is in a bag and the wind off Eastern Parkway has opinions.",
    "Heavy brushed fleece with a double-lined hood, and the Moonlight Mas feathers in four inks across the back. Look inside the hood: the lining is all little masks.",
    "80% cotton, 20% polyester. Wash it cold, inside out, and hang it up. The dryer isn't your friend, and it isn't ours.",
  ],
  kind: "physical",
  taxCategory: "clothing",
  collections: ["best-sellers", "wear"],
  pictures: ["hoodie", "hoodie-black", "hoodie-bone", "hoodie-back"],
  events: ["moonlight-mas", "last-lap"],
  options: colorsAndSizes(["Hibiscus", "Black", "Bone"], letters),
  daysOnSale: 64,
  variants: sized(
    "SG-HOOD",
    { dollars: 78, costDollars: 29.4, grams: 720, lowStockAt: 4, maxPerOrder: 4, maxPerPerson: 4 },
    [
      {
        color: "Hibiscus",
        code: "HIB",
        picture: 0,
        sizes: { S: [10, 1], M: [18, 2], L: [18, 2], XL: [12, 1], "2XL": [6, 0] },
      },
      {
        color: "Black",
        code: "BLK",
        picture: 1,
        sizes: { S: [12, 1], M: [24, 2], L: [24, 2], XL: [16, 1], "2XL": [8, 1] },
      },
      {
        color: "Bone",
        code: "BON",
        picture: 2,
        sizes: { S: [8, 0], M: [12, 1], L: [12, 1], XL: [3, 3], "2XL": [4, 0] },
      },
    ],
    {
      "SG-HOOD-BLK-M": {
        changes: [{ reason: "received", units: 12, daysAgo: 21, note: "Second run from the printer" }],
      },
      "SG-HOOD-BLK-L": {
        changes: [{ reason: "received", units: 12, daysAgo: 21, note: "Second run from the printer" }],
      },
      "SG-HOOD-HIB-M": { changes: [{ reason: "damaged", units: -1, daysAgo: 30, note: "Ink on the cuff" }] },
    },
  ),
  sizeGuide: {
    rows: [
      ["Size", "Chest (in)", "Length (in)", "Sleeve (in)"],
      ["S", "42", "27", "33½"],
      ["M", "45", "28", "34½"],
      ["L", "48", "29", "35½"],
      ["XL", "51", "30", "36½"],
      ["2XL", "54", "31", "37"],
    ],
    note: "Measurements are of the hoodie itself. It runs large: if you're between sizes, size down.",
  },
};

export const yardTee: DemoProduct = {
  slug: "yard-tee",
  title: "Yard Tee",
  tagline: "Heavyweight cotton, cut wide, printed loud",
  paragraphs: [
    "The shirt our own crew loads trucks in. Seven and a half ounces of ring-spun cotton, wide in the body and short in the sleeve, with the mask on the chest. The black one has the Tropic Noir panther on its back.",
    "It has been through a boat ride, two J’ouverts and one domestic dispute over whose it was. It only got softer.",
    "100% cotton, preshrunk. Screen printed by hand in Brooklyn, so no two masks are quite the same.",
  ],
  kind: "physical",
  taxCategory: "clothing",
  collections: ["best-sellers", "wear"],
  pictures: ["tee", "tee-bone", "tee-sea", "tee-back"],
  events: ["soca-on-the-hudson", "jouvert-at-midnight"],
  options: colorsAndSizes(["Black", "Bone", "Sea"], letters),
  daysOnSale: 64,
  variants: sized(
    "SG-TEE",
    { dollars: 34, costDollars: 9.8, grams: 260, lowStockAt: 6 },
    [
      {
        color: "Black",
        code: "BLK",
        picture: 0,
        sizes: { S: [20, 2], M: [40, 4], L: [40, 3], XL: [30, 2], "2XL": [15, 1] },
      },
      {
        color: "Bone",
        code: "BON",
        picture: 1,
        sizes: { S: [15, 1], M: [30, 2], L: [30, 1], XL: [20, 1], "2XL": [10, 0] },
      },
      {
        color: "Sea",
        code: "SEA",
        picture: 2,
        sizes: { S: [12, 0], M: [24, 2], L: [24, 1], XL: [16, 0], "2XL": [8, 0] },
      },
    ],
    { "SG-TEE-BLK-M": { changes: [{ reason: "given_away", units: -4, daysAgo: 38, note: "For the street team" }] } },
  ),
  sizeGuide: {
    rows: [
      ["Size", "Chest (in)", "Length (in)"],
      ["S", "40", "27½"],
      ["M", "43", "28½"],
      ["L", "46", "29½"],
      ["XL", "49", "30½"],
      ["2XL", "52", "31½"],
    ],
    note: "Measurements are of the tee itself. The cut is roomy, so order your usual size.",
  },
};

export const campShirt: DemoProduct = {
  slug: "hibiscus-camp-shirt",
  title: "Hibiscus Camp Shirt",
  tagline: "Rayon, open collar, a garden all over",
  paragraphs: [
    "For the uncle who irons, and for the nephew who should. A camp collar, coconut buttons, and hibiscus printed edge to edge before the shirt was cut, so the seams slice right through the flowers.",
    "It drapes, it breathes, and it turns a plate of pelau on a folding chair into an occasion.",
    "100% rayon. Wash it cold on gentle and iron it while it's damp.",
  ],
  kind: "physical",
  taxCategory: "clothing",
  collections: ["wear"],
  pictures: ["camp-shirt", "camp-shirt-cream", "camp-shirt-detail"],
  events: ["hibiscus-garden", "white-linen-sessions"],
  options: colorsAndSizes(["Night", "Cream"], ["S", "M", "L", "XL"]),
  daysOnSale: 45,
  variants: sized(
    "SG-CAMP",
    { dollars: 58, compareAtDollars: 72, costDollars: 21.5, grams: 230, lowStockAt: 3, maxPerOrder: 4 },
    [
      { color: "Night", code: "NGT", picture: 0, sizes: { S: [8, 1], M: [14, 2], L: [14, 1], XL: [8, 1] } },
      { color: "Cream", code: "CRM", picture: 1, sizes: { S: [6, 0], M: [10, 1], L: [5, 3], XL: [6, 0] } },
    ],
  ),
  sizeGuide: {
    rows: [
      ["Size", "Chest (in)", "Length (in)", "Shoulder (in)"],
      ["S", "42", "27", "18"],
      ["M", "45", "28", "19"],
      ["L", "48", "29", "20"],
      ["XL", "51", "30", "21"],
    ],
    note: "Measurements are of the shirt itself. It's meant to be loose, so order your usual size.",
  },
};

export const trackJacket: DemoProduct = {
  slug: "road-march-track-jacket",
  title: "Road March Track Jacket",
  tagline: "Made to order: a zip, two stripes, one lap",
  paragraphs: [
    "The warm-up jacket for people whose sport is standing beside a truck for nine hours. Bone and mango stripes from collar to cuff, a brass zipper with some weight to it, and the mask across the back.",
    "We sew this one to order, once. Order it now, and it ships when the whole run is done. No second run, no “maybe next year.”",
    "Polyester tricot with a brushed inside. Wash it cold.",
  ],
  kind: "physical",
  taxCategory: "clothing",
  collections: ["new", "wear"],
  pictures: ["track-jacket", "track-jacket-back", "track-jacket-detail"],
  events: ["last-lap"],
  options: [{ name: "Size", values: letters }],
  daysOnSale: 16,
  variants: letters.map((size, index) => ({
    options: [size],
    sku: `SG-TRACK-${size}`,
    dollars: 96,
    costDollars: 38.2,
    grams: 480,
    onHand: [20, 35, 35, 25, 15][index]!,
    sold: [1, 2, 2, 1, 0][index]!,
    maxPerOrder: 2,
    shipsInDays: 34,
  })),
  sizeGuide: {
    rows: [
      ["Size", "Chest (in)", "Length (in)", "Sleeve (in)"],
      ["S", "40", "26", "33"],
      ["M", "43", "27", "34"],
      ["L", "46", "28", "35"],
      ["XL", "49", "29", "36"],
      ["2XL", "52", "30", "36½"],
    ],
    note: "Measurements are of the jacket itself. It's snug: size up if you'll wear a hoodie under it.",
  },
};
