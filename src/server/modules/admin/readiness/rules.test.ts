import { expect, test } from "vitest";
import { reportContent, type SiteContent } from "./rules.ts";

const ready: SiteContent = {
  contactEmail: "hi@sg.example",
  missingPolicies: [],
  admins: 2,
  adminsWithoutFactor: 0,
  publicEvents: 1,
  hasPaidOrder: true,
  staff: 3,
};

const todo = (site: SiteContent) => reportContent(site).filter(({ outcome }) => outcome !== "fine");

test("a site that has everything has nothing to do, and says what it has", () => {
  expect(todo(ready)).toEqual([]);
  expect(reportContent(ready).map(({ says }) => says)).toEqual([
    "Buyers can reach you at hi@sg.example.",
    "Terms, privacy and refunds are published.",
    "Every admin uses two-factor.",
    "You have 1 published event.",
    "A purchase went through, from checkout to tickets.",
    "3 people have a staff account.",
  ]);
});

test.each<[Partial<SiteContent>, about: string, says: string]>([
  [{ contactEmail: null }, "Contact", "Buyers can't reach you: there's no contact email."],
  [{ missingPolicies: ["terms"] }, "Policies", "Not written yet: terms."],
  [{ missingPolicies: ["terms", "privacy", "refunds"] }, "Policies", "Not written yet: terms, privacy and refunds."],
  [{ adminsWithoutFactor: 1 }, "Security", "1 of 2 admins doesn't use two-factor."],
  [{ admins: 3, adminsWithoutFactor: 2 }, "Security", "2 of 3 admins don't use two-factor."],
  [{ admins: 1, adminsWithoutFactor: 1 }, "Security", "No admin uses two-factor."],
  [{ admins: 0 }, "Security", "No admin uses two-factor."],
  [{ publicEvents: 0 }, "Event", "No event is published."],
  [{ hasPaidOrder: false }, "Purchase", "Nobody has bought anything yet."],
  [{ staff: 1 }, "Staff", "No one else has a staff account."],
])("%j leaves one step, with how to do it: %s", (change, about, says) => {
  const open = todo({ ...ready, ...change });
  expect(open).toEqual([{ about, outcome: "warning", says, mend: expect.stringMatching(/\.$/) }]);
});
