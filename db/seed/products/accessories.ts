import { colorsAndSizes, sized, type DemoProduct, type DemoVariant } from "../product.ts";

/** Variants in colors only. */
const colored = (
  prefix: string,
  common: Omit<DemoVariant, "options" | "sku" | "onHand" | "sold" | "picture">,
  colors: [color: string, code: string, onHand: number, sold: number][],
): DemoVariant[] =>
  colors.map(([color, code, onHand, sold], picture) => ({
    ...common,
    options: [color],
    sku: `${prefix}-${code}`,
    onHand,
    sold,
    picture,
  }));

export const cap: DemoProduct = {
  slug: "bow-tie-cap",
  title: "Bow Tie Cap",
  tagline: "Six panels, gold thread, a brim with manners",
  paragraphs: [
    "Washed cotton twill with the mask stitched in gold, eleven thousand stitches of it. Soft enough to fold into a back pocket, proud enough to come out again in one shape.",
    "Brass buckle in the back, one size. It fits every head we know, and we know some heads.",
  ],
  kind: "physical",
  taxCategory: "clothing",
  collections: ["best-sellers", "extras"],
  pictures: ["cap", "cap-black"],
  events: ["soca-on-the-hudson"],
  options: [{ name: "Color", values: ["Bone", "Black"] }],
  daysOnSale: 64,
  variants: colored("SG-CAP", { dollars: 32, costDollars: 10.6, grams: 110, lowStockAt: 5 }, [
    ["Bone", "BON", 45, 4],
    ["Black", "BLK", 45, 5],
  ]),
};

export const bandana: DemoProduct = {
  slug: "rosette-bandana",
  title: "Rosette Bandana",
  tagline: "Twenty-two inches that do everything",
  paragraphs: [
    "On the head, around the neck, over the nose when the powder starts, in the air when the chorus does. Twenty-two inches square, hemmed on all four sides.",
    "100% cotton. It comes out of the mud better than you will.",
  ],
  kind: "physical",
  taxCategory: "clothing",
  collections: ["road", "extras"],
  pictures: ["bandana", "bandana-sea"],
  events: ["jouvert-at-midnight", "last-lap"],
  options: [{ name: "Color", values: ["Wine", "Sea"] }],
  daysOnSale: 64,
  variants: colored("SG-BAND", { dollars: 14, costDollars: 3.1, grams: 40, lowStockAt: 15 }, [
    ["Wine", "WIN", 140, 5],
    ["Sea", "SEA", 80, 4],
  ]),
};

export const socks: DemoProduct = {
  slug: "dress-code-socks",
  title: "Dress Code Socks",
  tagline: "Bow ties up the leg, in case they check",
  paragraphs: [
    "Crew socks for people who read the dress code and then improved it. Cushioned where you land, thin where the shoe is tight, with bow ties all the way up.",
    "75% combed cotton, 22% nylon, 3% stretch.",
  ],
  kind: "physical",
  taxCategory: "clothing",
  collections: ["extras"],
  pictures: ["socks", "socks-bone"],
  events: [],
  options: colorsAndSizes(["Black", "Bone"], ["S/M", "L/XL"]),
  daysOnSale: 50,
  variants: sized("SG-SOCK", { dollars: 16, costDollars: 4.2, grams: 70, lowStockAt: 8 }, [
    { color: "Black", code: "BLK", picture: 0, sizes: { "S/M": [40, 2], "L/XL": [40, 4] } },
    { color: "Bone", code: "BON", picture: 1, sizes: { "S/M": [30, 1], "L/XL": [30, 2] } },
  ]).map((variant) => ({ ...variant, sku: variant.sku.replace("/", "") })),
  sizeGuide: {
    rows: [
      ["Size", "US women's", "US men's"],
      ["S/M", "5–9½", "4–8"],
      ["L/XL", "10–13", "8½–12"],
    ],
    note: "They stretch. If you're between sizes, size up.",
  },
};

export const tote: DemoProduct = {
  slug: "market-tote",
  title: "Market Tote",
  tagline: "12-ounce canvas, carries the cooler's overflow",
  paragraphs: [
    "Holds four plates, a bottle wrapped in a towel, and the foil you swore you'd bring back. Twelve-ounce canvas, straps long enough for a shoulder, stitched through twice where bags usually give up.",
    "15 × 16 inches. Spot clean it, or don't. It gets better.",
  ],
  kind: "physical",
  taxCategory: "general",
  collections: ["extras"],
  pictures: ["tote", "tote-black"],
  events: ["gold-coast-brunch"],
  options: [{ name: "Color", values: ["Cream", "Black"] }],
  daysOnSale: 58,
  variants: colored("SG-TOTE", { dollars: 24, costDollars: 6.9, grams: 310, lowStockAt: 6 }, [
    ["Cream", "CRM", 50, 4],
    ["Black", "BLK", 40, 3],
  ]),
};

export const pin: DemoProduct = {
  slug: "mask-pin",
  title: "Mask Pin",
  tagline: "Hard enamel, gold rim, two clutches",
  paragraphs: [
    "The mask in hard enamel, an inch and a quarter wide, on a pinstriped card. Two clutches on the back, because one lets it spin, and a crooked mask says the wrong thing.",
    "Goes on a lapel, a cap, or the strap of a bag that everyone else also bought.",
  ],
  kind: "physical",
  taxCategory: "general",
  collections: ["extras"],
  pictures: ["pin", "pin-sea"],
  events: ["tropic-noir", "velvet-riddim"],
  options: [{ name: "Color", values: ["Hibiscus", "Sea"] }],
  daysOnSale: 64,
  variants: colored("SG-PIN", { dollars: 12, costDollars: 2.4, grams: 30, lowStockAt: 12 }, [
    ["Hibiscus", "HIB", 120, 5],
    ["Sea", "SEA", 60, 4],
  ]),
};
