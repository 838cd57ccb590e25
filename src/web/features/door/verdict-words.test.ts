import { expect, test } from "vitest";
import { Verdict } from "#contract/door.ts";
import type { Outcome } from "./outcome.ts";
import { spokenVerdict, verdictWords } from "./verdict-words.ts";

const at = Date.parse("2026-11-29T03:54:00Z");
const zone = "America/New_York";
const ticket = { id: 1, typeName: "General Admission", holderName: "Ada Buyer", ageRule: "21+" as const };
const outcome = (part: Partial<Outcome>): Outcome => ({ verdict: "admitted", code: "SG0123456789", at, ...part });

test("every verdict of the contract has words of its own, and only one is green", () => {
  const all = Verdict.options.map((verdict) => verdictWords(outcome({ verdict }), zone));
  expect(new Set(all.map(({ word }) => word.join(" "))).size).toBe(all.length);
  expect(all.filter(({ tone }) => tone === "go")).toHaveLength(1);
});

test("an admitted guest is named, with what to check first", () => {
  const words = verdictWords(outcome({ ticket }), zone);
  expect(words).toMatchObject({ tone: "go", holder: "Ada Buyer", type: "General Admission", check: "Check ID 21+" });
  expect(spokenVerdict(words)).toBe("Admitted. Check ID 21+. Ada Buyer, General Admission");
});

test("a night for all ages asks for no papers", () => {
  expect(verdictWords(outcome({ ticket: { ...ticket, ageRule: "all" } }), zone).check).toBeUndefined();
});

test("a ticket that was used tells when, how long ago and at which gate, in the night's own zone", () => {
  const used = outcome({
    verdict: "already_admitted",
    ticket,
    firstAdmittedAt: "2026-11-29T03:42:00Z",
    gate: "North door",
  });
  expect(verdictWords(used, zone)).toMatchObject({
    tone: "seen",
    facts: ["In at 10:42 PM", "12 minutes ago", "Gate: North door"],
  });
  expect(verdictWords(used, zone).check).toBeUndefined();
});

test("a first entry of another day names the day", () => {
  const used = outcome({ verdict: "already_admitted", ticket, firstAdmittedAt: "2026-11-28T03:42:00Z" });
  expect(verdictWords(used, zone).facts).toEqual(["In at 10:42 PM, Fri, Nov 27", "1 day ago", "Gate not named"]);
});

test("a code without a ticket shows its end, so that two people can compare it", () => {
  expect(verdictWords(outcome({ verdict: "unknown" }), zone).facts).toEqual(["Code …456789"]);
});
