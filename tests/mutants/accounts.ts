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
      harm: "A suspended account keeps using the site in every signed-in browser.",
    },
    {
      id: "reset-keeps-thief",
      file: `${home}/recovery/service.ts`,
      today: "await endSessionsOf(tx, userId);",
      fault: "",
      harm: "A thief stays signed in after the owner resets the password.",
    },
    {
      id: "totp-code-twice",
      file: `${home}/second-factor/factor-store.ts`,
      today: "and confirmed_at is not null and last_step < ${step}",
      fault: "and confirmed_at is not null and last_step <= ${step}",
      harm: "Someone who looks over a shoulder signs in with the same six digits at the same moment.",
    },
    {
      id: "known-device-locked-out",
      file: `${home}/failed-logins.ts`,
      today: "return [await device.consume(owner)];",
      fault: "return [await account.consume(owner)];",
      harm: "Strangers who guess passwords lock the owner out on the owner's own phone.",
    },
    {
      id: "passwords-guessed-slowly",
      file: `${home}/failed-logins.ts`,
      today: "account: 50,",
      fault: "account: 5000,",
      harm: "A thousand networks guess an account's password ten times an hour each.",
    },
    {
      id: "guesses-given-to-the-next-hour",
      file: `${home}/failed-logins.ts`,
      today: "Date.now() < endsAt - marginMs ?",
      fault: "endsAt > 0 ?",
      harm: "Attempts that are held open at the end of an hour buy guesses in the next one.",
    },
    {
      id: "merge-the-wrong-way",
      file: `${home}/people/leaving.ts`,
      today: "await deps.personalRecords.moveAll(tx, guestId, id);",
      fault: "await deps.personalRecords.moveAll(tx, id, guestId);",
      harm: "Merging a guest moves every ticket of the account to a row that no one can open.",
    },
    {
      id: "unverified-email-counts",
      file: `${home}/rules.ts`,
      today: "emailVerified: email !== null && claims.email_verified === true,",
      fault: "emailVerified: email !== null,",
      harm: "Someone enters another person's email at the identity service and gets that person's account.",
    },
  ],
});
