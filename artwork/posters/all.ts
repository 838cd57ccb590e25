import type { Poster } from "../ink.ts";
import { dominoesAndRum } from "./dominoes-and-rum.ts";
import { emancipationDawn } from "./emancipation-dawn.ts";
import { goldCoastBrunch } from "./gold-coast-brunch.ts";
import { hibiscusGarden } from "./hibiscus-garden.ts";
import { independenceLime } from "./independence-lime.ts";
import { islandFrequencies } from "./island-frequencies.ts";
import { jouvertAtMidnight } from "./jouvert-at-midnight.ts";
import { laborDayBreakfast } from "./labor-day-breakfast.ts";
import { lastLap } from "./last-lap.ts";
import { moonlightMas } from "./moonlight-mas.ts";
import { socaOnTheHudson } from "./soca-on-the-hudson.ts";
import { soundClashNo7 } from "./sound-clash-no-7.ts";
import { steelAndStrings } from "./steel-and-strings.ts";
import { sweetSixteenBar } from "./sweet-sixteen-bar.ts";
import { tropicNoir } from "./tropic-noir.ts";
import { velvetRiddim } from "./velvet-riddim.ts";
import { whiteLinenSessions } from "./white-linen-sessions.ts";

/** Every poster: the season to come first, then the nights that were. */
export const POSTERS: readonly Poster[] = [
  socaOnTheHudson,
  velvetRiddim,
  whiteLinenSessions,
  jouvertAtMidnight,
  goldCoastBrunch,
  soundClashNo7,
  moonlightMas,
  steelAndStrings,
  hibiscusGarden,
  lastLap,
  dominoesAndRum,
  emancipationDawn,
  laborDayBreakfast,
  tropicNoir,
  islandFrequencies,
  independenceLime,
  sweetSixteenBar,
];
