import { part } from "./mutant.ts";

const modules = "src/server/modules";

export const adminAndRecords = part({
  name: "admin-and-records",
  tests: [
    "tests/admin",
    "tests/settings",
    "tests/audit",
    "tests/accounts",
    "tests/error-reports",
    "tests/media",
    "tests/invariants",
    `${modules}/error-reports`,
    `${modules}/media`,
  ],
  mutants: [
    {
      id: "comps-count-as-sales",
      file: `${modules}/admin/store.ts`,
      today: "and not exists (select from ${compsTables.comps} c where c.order_id = k.order_id)`;",
      fault: "`;",
      harm: "The sales report counts comps as sold tickets.",
    },
    {
      id: "log-names-the-wrong-person",
      file: `${modules}/audit/service.ts`,
      today: 'target: { kind: "person", id: personId }',
      fault: 'target: { kind: "person", id: entry.staff.id }',
      harm: "The activity log says that an admin suspended themselves instead of whom they suspended.",
    },
    {
      id: "addresses-in-error-reports",
      file: `${modules}/error-reports/rules.ts`,
      today: '"(mail)"',
      fault: '"$&"',
      harm: "Error reports store buyers' email addresses.",
    },
    {
      id: "fresh-uploads-deleted",
      file: `${modules}/media/service.ts`,
      today: "Date.now() - changedAt.getTime() > graceMs",
      fault: "Date.now() - changedAt.getTime() < graceMs",
      harm: "An image vanishes while staff upload it.",
    },
    {
      id: "unchecked-counts-as-sound",
      file: `${modules}/invariants/rules.ts`,
      today: 'return checks.every(({ outcome }) => outcome === "holds")',
      fault: 'return checks.some(({ outcome }) => outcome === "holds")',
      harm: "The health page says all is well although most checks couldn't run.",
    },
    {
      id: "settings-answer-the-old",
      file: `${modules}/settings/service.ts`,
      today: "return { ...held, ...pick(changes) };",
      fault: "return held;",
      harm: "Staff save the contact email, and the old one comes back.",
    },
  ],
});
