import { plainDashes } from "../typed-text.ts";
import type { UsState } from "./us-states.ts";

/**
 * The first three digits of each state's ZIP Codes, as inclusive ranges (USPS Domestic Mail Manual, labeling list
 * L002). Longer prefixes are exceptions within another state's range.
 */
const prefixes: Record<UsState, string> = {
  AL: "350-369",
  AK: "995-999",
  AS: "96799",
  AZ: "850-865",
  AR: "716-729",
  CA: "900-961",
  CO: "800-816",
  CT: "060-069",
  DE: "197-199",
  DC: "200 202-205 569",
  FL: "320-339 341-349",
  GA: "300-319 398-399",
  GU: "96910-96932",
  HI: "967-968",
  ID: "832-838",
  IL: "600-629",
  IN: "460-479",
  IA: "500-528",
  KS: "660-679",
  KY: "400-427",
  LA: "700-714",
  ME: "039-049",
  MD: "206-219 20588",
  MA: "010-027 055",
  MI: "480-499",
  MN: "550-567",
  MS: "386-397",
  MO: "630-658 72643",
  MT: "590-599",
  NE: "680-693",
  NV: "889-898",
  NH: "030-038",
  NJ: "070-089",
  NM: "870-884",
  NY: "005 100-149 06390",
  NC: "270-289",
  ND: "580-588",
  MP: "96950-96952",
  OH: "430-459",
  OK: "730-732 734-749",
  OR: "970-979",
  PA: "150-196",
  PR: "006-007 009",
  RI: "028-029",
  SC: "290-299",
  SD: "570-577",
  TN: "370-385",
  TX: "733 750-799 885 73960",
  VI: "008",
  UT: "840-847",
  VT: "050-054 056-059",
  VA: "201 220-246 20598",
  WA: "980-994",
  WV: "247-268",
  WI: "530-549",
  WY: "820-831 83414",
  AA: "340",
  AE: "090-098",
  AP: "962-966",
};

/** ZIP Codes whose post office also serves addresses across the state line: the other state. */
const shared: Record<string, UsState> = {
  "02861": "MA",
  "42223": "TN",
  "59221": "ND",
  "63673": "IL",
  "71749": "LA",
  "73949": "TX",
  "81137": "NM",
  "84536": "AZ",
  "86044": "UT",
  "86515": "NM",
  "88063": "TX",
  "89439": "CA",
  "97635": "CA",
};

interface Range {
  state: UsState;
  from: string;
  to: string;
}

const ranges = (Object.entries(prefixes) as [UsState, string][])
  .flatMap(([state, text]) =>
    text.split(" ").map((range): Range => {
      const [from = "", to = from] = range.split("-");
      return { state, from, to };
    }),
  )
  // Whole ZIP Codes before the ranges that contain them.
  .toSorted((one, other) => other.from.length - one.from.length);

/** The state of most addresses with a ZIP Code; undefined for one that no state has. */
export function stateOfZip(zip: string): UsState | undefined {
  return ranges.find(({ from, to }) => {
    const prefix = zip.slice(0, from.length);
    return prefix >= from && prefix <= to;
  })?.state;
}

/** All states with addresses that have a ZIP Code, the one with most of them first. None if there's no such ZIP Code. */
export function statesOfZip(zip: string): UsState[] {
  const other = shared[zip.slice(0, 5)];
  return [stateOfZip(zip), other].filter((state) => state !== undefined);
}

/** A ZIP Code as it is printed, however it was typed: `11238-1234` for "112381234" and "11238 1234". Other text stays. */
export function formatZip(text: string): string {
  const [, five, four] = /^(\d{5})[\s-]*(\d{4})?$/.exec(plainDashes(text).trim()) ?? [];
  return five === undefined ? text : [five, four].filter(Boolean).join("-");
}
