import type { Poster } from "../ink.ts";
import { bandana } from "./bandana.ts";
import { cap } from "./cap.ts";
import { cup } from "./cup.ts";
import { hoodie } from "./hoodie.ts";
import { pin } from "./pin.ts";
import { posterPrint } from "./poster-print.ts";
import { tee } from "./tee.ts";
import { tote } from "./tote.ts";

/** What the house puts its mark on, each as one would photograph it: alone, on a ground of its own. */
export const PRODUCTS: readonly Poster[] = [tee, cap, hoodie, tote, bandana, cup, posterPrint, pin];
