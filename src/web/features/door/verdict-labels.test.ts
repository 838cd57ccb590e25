import { expect, test } from "vitest";
import { Verdict } from "#contract/door/door.ts";
import { type Outcome, spokenVerdict, verdictLabels } from "./verdict-labels.ts";

const at = Date.parse("2026-11-29T03:54:00Z");
const zone = "America/New_York";
const ticket = { id: 1, typeName: "General Admission", holderName: "Ada Buyer", ageRule: "21+" as const };
const outcome = (part: Partial<Outcome>): Outcome => ({ verdict: "admitted", code: "SG0123456789", at, ...part });

test("every verdict in the contract has its own headline, and only one is green", () => {
  const all = Verdict.options.map((verdict) => verdictLabels(outcome({ verdict }), zone));
  expect(new Set(all.map(({ headline }) => headline.join(" "))).size).toBe(all.length);
  expect(all.filter(({ tone }) => tone === "go")).toHaveLength(1);
});

test("an admitted guest's name is shown, with what to check first", () => {
  const label = verdictLabels(outcome({ ticket }), zone);
  expect(label).toMatchObject({ tone: "go", holder: "Ada Buyer", type: "General Admission", check: "Check ID 21+" });
  expect(spokenVerdict(label)).toBe("Admitted. Check ID 21+. Ada Buyer, General Admission");
});

test("an all-ages event asks for no ID", () => {
  expect(verdictLabels(outcome({ ticket: { ...ticket, ageRule: "all" } }), zone).check).toBeUndefined();
});

test("a used ticket shows when, how long ago and at which gate, in the event's time zone", () => {
  const used = outcome({
    verdict: "already_admitted",
    ticket,
    firstAdmittedAt: "2026-11-29T03:42:00Z",
    gate: "North door",
  });
  expect(verdictLabels(used, zone)).toMatchObject({
    tone: "seen",
    details: ["Entered at 10:42 PM", "12 minutes ago", "Gate: North door"],
  });
  expect(verdictLabels(used, zone).check).toBeUndefined();
});

test("a first entry on another day shows the day", () => {
  const used = outcome({ verdict: "already_admitted", ticket, firstAdmittedAt: "2026-11-28T03:42:00Z" });
  expect(verdictLabels(used, zone).details).toEqual(["Entered at 10:42 PM, Fri, Nov 27", "1 day ago", "Gate unknown"]);
});

test("a code without a ticket shows its last characters, so that two people can compare it", () => {
  expect(verdictLabels(outcome({ verdict: "unknown" }), zone).details).toEqual(["Code …456789"]);
});
