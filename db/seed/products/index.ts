import type { DemoProduct } from "../product.ts";
import { bandana, cap, pin, socks, tote } from "./accessories.ts";
import { cup, fan, flag, jouvertKit } from "./carnival.ts";
import { mixtape, posterPrint, vinyl } from "./music-and-print.ts";
import { campShirt, hoodie, trackJacket, yardTee } from "./tops.ts";

/** The collections of the demo's shop, in order. */
export const demoCollections: { slug: string; name: string; description: string }[] = [
  { slug: "new", name: "New", description: "Just in, and dropping soon." },
  { slug: "best-sellers", name: "Best Sellers", description: "What sells out first at the merch table." },
  { slug: "wear", name: "Wear", description: "Hoodies, tees, and shirts with a garden on them." },
  { slug: "road", name: "On the Road", description: "For the truck, the mud and the long way home." },
  { slug: "sounds", name: "Sounds & Prints", description: "Records, downloads, and something for the wall." },
  { slug: "extras", name: "Extras", description: "Small things that finish the look." },
];

/** Every product of the demo, in the order of the shop; neighbors have different grounds. */
export const demoProducts: DemoProduct[] = [
  hoodie,
  yardTee,
  campShirt,
  trackJacket,
  vinyl,
  mixtape,
  posterPrint,
  cap,
  bandana,
  flag,
  socks,
  fan,
  tote,
  cup,
  pin,
  jouvertKit,
];
