import type { Printable } from "../ink.ts";
import { bandana, bandanaSea } from "./bandana.ts";
import { campShirt, campShirtCream } from "./camp-shirt.ts";
import { cap, capBlack } from "./cap.ts";
import { cup } from "./cup.ts";
import { fan } from "./fan.ts";
import { flag } from "./flag.ts";
import { hoodie, hoodieBack, hoodieBlack, hoodieBone } from "./hoodie.ts";
import { jouvertKit } from "./jouvert-kit.ts";
import { mixtape } from "./mixtape.ts";
import { pin, pinSea } from "./pin.ts";
import { posterPrint, posterPrintDetail } from "./poster-print.ts";
import { socks, socksBone } from "./socks.ts";
import { tee, teeBack, teeBone, teeSea } from "./tee.ts";
import { tote, toteBlack } from "./tote.ts";
import { trackJacket, trackJacketBack } from "./track-jacket.ts";
import { vinyl, vinylRecord } from "./vinyl.ts";

/** What the brand puts its mark on, in the order of the shop: `<product>`, then `<product>-<color>` and `<product>-<view>`. */
export const PRODUCTS: readonly Printable[] = [
  ...[hoodie, hoodieBlack, hoodieBone, hoodieBack],
  ...[tee, teeBone, teeSea, teeBack],
  ...[campShirt, campShirtCream],
  ...[trackJacket, trackJacketBack],
  ...[vinyl, vinylRecord],
  mixtape,
  ...[posterPrint, posterPrintDetail],
  ...[cap, capBlack],
  ...[bandana, bandanaSea],
  flag,
  ...[socks, socksBone],
  fan,
  ...[tote, toteBlack],
  cup,
  ...[pin, pinSea],
  jouvertKit,
];
