import type { Printable } from "../ink.ts";
import { bandana } from "./bandana.ts";
import { campShirt } from "./camp-shirt.ts";
import { cap } from "./cap.ts";
import { cup } from "./cup.ts";
import { fan } from "./fan.ts";
import { flag } from "./flag.ts";
import { hoodie, hoodieBack, hoodieBlack, hoodieBone } from "./hoodie.ts";
import { jouvertKit } from "./jouvert-kit.ts";
import { mixtape } from "./mixtape.ts";
import { pin } from "./pin.ts";
import { posterPrint, posterPrintDetail } from "./poster-print.ts";
import { socks } from "./socks.ts";
import { tee, teeBack, teeBone, teeSea } from "./tee.ts";
import { tote } from "./tote.ts";
import { trackJacket } from "./track-jacket.ts";
import { vinyl, vinylRecord } from "./vinyl.ts";

/** What the brand puts its mark on, in the order of the shop: `<product>`, then `<product>-<color>` and `<product>-<view>`. */
export const PRODUCTS: readonly Printable[] = [
  ...[hoodie, hoodieBlack, hoodieBone, hoodieBack],
  ...[tee, teeBone, teeSea, teeBack],
  campShirt,
  trackJacket,
  ...[vinyl, vinylRecord],
  mixtape,
  ...[posterPrint, posterPrintDetail],
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
