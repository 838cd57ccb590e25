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
      id: "merging-ends-a-ban",
      file: `${restricting}/store.ts`,
      today: "> coalesce(o.ends_at, 'infinity') as is_longer",
      fault: "< coalesce(o.ends_at, 'infinity') as is_longer",
      harm: "Whoever was banned as a guest has staff add that guest to an account with a minute's timeout, and is back.",
    },
    {
      id: "suspended-guest-merged",
      file: "src/server/modules/accounts/rules.ts",
      today: "if (guest.suspended)\n",
      fault: "if (account.suspended)\n",
      harm: "A guest who was suspended is merged into an account, and the suspension is gone.",
    },
    {
      id: "undone-mute-comes-back",
      file: `${restricting}/service.ts`,
      today: "if (id !== undefined && open?.id !== id) await store.skip(tx, id);",
      fault: "",
      harm: "A moderator undoes a mistaken mute, then the one after it, and the mistake holds again.",
    },
    {
      id: "ban-lost-by-deleting",
      file: `${restricting}/index.ts`,
      today: "for (const { userId } of accounts) await recordFormer(deps, tx, userId);",
      fault: "for (const { userId } of accounts) await recordFormer(deps, tx, -userId);",
      harm: "Whoever is banned deletes their account, registers again with the same email, and is back.",
    },
    {
      id: "former-ban-comes-back-twice",
      file: `${restricting}/former/store.ts`,
      today: "where r.id = f.restored_id and r.lifted_at is null))",
      fault: "where r.id = f.restored_id))",
      harm: "Staff lift the ban of someone who came back, and their other way to sign in brings it back.",
    },
    {
      id: "suspended-identity-comes-back",
      file: `${restricting}/former/service.ts`,
      today: 'if (scope === "account") await suspendAgain(tx, userId, reason);',
      fault: "",
      harm: "A suspended person asks us to delete their account, signs in by the same identity and goes on.",
    },
    {
      id: "told-they-can-post",
      file: "src/server/modules/community/safety/mutes.ts",
      today: "if (!isUndone || isGuest || (await findActive(tx, personId, community)) !== undefined) return;",
      fault: "if (isGuest) return;",
      harm: "Someone is told that they can post again, and is still muted.",
    },
  ],
});
