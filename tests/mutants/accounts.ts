import { part } from "./mutant.ts";

const home = "src/server/modules/accounts";

export const accounts = part({
  name: "accounts",
  tests: ["tests/accounts", home],
  mutants: [
    {
      id: "suspended-stays-in",
      file: `${home}/session-store.ts`,
      today: "and s.expires_at > clock_now() and u.suspended_at is null",
      fault: "and s.expires_at > clock_now()",
      harm: "A person whom staff suspended keeps using the site in every browser that is signed in.",
    },
    {
      id: "reset-keeps-thief",
      file: `${home}/recovery/service.ts`,
      today: "await endSessionsOf(tx, used.userId);",
      fault: "",
      harm: "A thief stays signed in after the owner has reset the password.",
    },
    {
      id: "totp-code-twice",
      file: `${home}/second-factor/totp-store.ts`,
      today: "and confirmed_at is not null and last_step < ${step}",
      fault: "and confirmed_at is not null and last_step <= ${step}",
      harm: "Somebody who looks over a shoulder signs in with the same six digits at the same moment.",
    },
    {
      id: "known-device-locked-out",
      file: `${home}/failed-logins.ts`,
      today: "if (attempt.knownDevice) return [[device, owner]];",
      fault: "if (attempt.knownDevice) return [[account, owner]];",
      harm: "Strangers who guess at an account lock its owner out on the owner's own phone.",
    },
    {
      id: "merge-the-wrong-way",
      file: `${home}/people/merge.ts`,
      today: "await deps.personalRecords.moveAll(tx, guestId, id);",
      fault: "await deps.personalRecords.moveAll(tx, id, guestId);",
      harm: "Merging a guest takes every ticket from the account and gives it to a row that nobody can open.",
    },
    {
      id: "unverified-email-counts",
      file: `${home}/identities/rules.ts`,
      today: "emailVerified: email !== null && claims.email_verified === true,",
      fault: "emailVerified: email !== null,",
      harm: "Somebody types another person's address at the identity service and gets that person's account.",
    },
  ],
});
