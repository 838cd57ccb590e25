import type { Printable } from "../ink.ts";
import { bandana } from "./bandana.ts";
import { campShirt } from "./camp-shirt.ts";
import { cap } from "./cap.ts";
import { cup } from "./cup.ts";
import { fan } from "./fan.ts";
import { flag } from "./flag.ts";
import { hoodie, hoodieBack, hoodieBlack, hoodieBone } from "./hoodie.ts";
import { mixtape } from "./mixtape.ts";
import { pin } from "./pin.ts";
import { posterPrint, posterPrintDetail } from "./poster-print.ts";
import { socks } from "./socks.ts";
import { tee, teeBack, teeBone, teeSea } from "./tee.ts";
import { tote } from "./tote.ts";
import { trackJacket } from "./track-jacket.ts";
import { vinyl, vinylRecord } from "./vinyl.ts";

/** What the brand puts its mark on, each as one would photograph it: alone, on a set of its own. */
export const PRODUCTS: readonly Printable[] = [tee, teeBone, teeSea, teeBack, campShirt, trackJacket, socks, flag, cap, hoodie, hoodieBlack, hoodieBone, hoodieBack, tote, bandana, cup, posterPrint, posterPrintDetail, vinyl, vinylRecord, mixtape, pin, fan];
