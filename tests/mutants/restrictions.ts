import { part } from "./mutant.ts";

const restricting = "src/server/modules/restrictions";

export const restrictions = part({
  name: "restrictions",
  tests: [`${restricting}/`, "tests/restrictions/"],
  mutants: [
    {
      id: "timeout-hides-the-ban",
      file: `${restricting}/rules.ts`,
      today: "(best && endOf(best) >= endOf(each) ? best : each)",
      fault: "(best && endOf(best) <= endOf(each) ? best : each)",
      harm: "Someone who is banned from all chats gets ten minutes in one of them, and reads along there again.",
    },
    {
      id: "moderators-read-suspensions",
      file: `${restricting}/service.ts`,
      today: 'scope !== "account" || hasRole(staff, "admin")',
      fault: 'scope !== undefined || hasRole(staff, "admin")',
      harm: "Every moderator reads why an account was suspended: fraud, a dispute.",
    },
    {
      id: "undo-lifts-a-newer-ban",
      file: `${restricting}/service.ts`,
      today: "if (open === undefined || (id !== undefined && open.id !== id)) return false;",
      fault: "if (open === undefined) return false;",
      harm: "Undoing an act of yesterday lets in whom a colleague banned today.",
    },
    {
      id: "undo-forgets-what-was-before",
      file: `${restricting}/service.ts`,
      today: "if (open.replacedId !== null) await store.reopen(tx, open.replacedId);",
      fault: "",
      harm: "Undoing a mistake ends the ban that was there before it.",
    },
    {
      id: "guest-suspends-the-account",
      file: `${restricting}/store.ts`,
      today: "and (scope = 'account' or exists (",
      fault: "and (false or exists (",
      harm: "A member whose old guest account was suspended is listed as suspended, and nobody can lift that.",
    },
  ],
});
