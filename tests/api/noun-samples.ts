import { globSync } from "node:fs";
import type { Access } from "#contract/endpoint.ts";
import type { Sample, Scene } from "./scene.ts";

/** What a noun's own test folder says about its endpoints, as `nounSamples` of its `api-samples.ts`. */
export interface NounSamples {
  access: Record<string, Access>;
  /** One valid call of each endpoint. */
  samples: (scene: Scene) => Record<string, Sample>;
  /** Calls with a body whose second reply differs from the first. */
  unrepeatable: string[];
  /** Values that no path of theirs accepts in place of its parameters, by path: `badIds` or `badUuids`, for example. */
  badParams?: Record<string, string[]>;
  /** Calls without a body about what doesn't exist, as method and URL. */
  unknown?: (readonly [string, string])[];
}

const files = globSync("../**/api-samples.ts", { cwd: import.meta.dirname });
const nouns = await Promise.all(
  files.map(async (file) => ((await import(/* @vite-ignore */ file)) as { nounSamples: NounSamples }).nounSamples),
);

/** Who may call the endpoints of all such nouns. */
export const nounAccess = Object.assign({}, ...nouns.map(({ access }) => access)) as Record<string, Access>;

/** What their paths refuse in place of parameters. */
export const nounParams = Object.assign({}, ...nouns.map(({ badParams }) => badParams)) as Record<string, string[]>;

/** Calls about what none of them knows. */
export const unknownNouns = nouns.flatMap(({ unknown = [] }) => unknown);

/** One valid call of each of their endpoints. */
export const samplesOfNouns = (scene: Scene) =>
  Object.assign({}, ...nouns.map(({ samples }) => samples(scene))) as Record<string, Sample>;

/** The calls that can't be repeated, with a body that none accepts: these give the same reply each time. */
export const unrepeatableNouns = (samples: Record<string, Sample>): Record<string, Sample> =>
  Object.fromEntries(
    nouns.flatMap(({ unrepeatable }) => unrepeatable.map((key) => [key, { ...samples[key]!, body: { nonsense: 1 } }])),
  );
