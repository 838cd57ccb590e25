/** How long a proof opens what is delicate, as the database reads it. */
export const confirmationLifetime = "5 minutes";
/** How long a sign-in waits for its second factor. */
export const ticketLifetime = "5 minutes";
/** How long an authenticator may take to sign. */
export const challengeLifetime = "5 minutes";
/** Wrong second factors of one sign-in; then the password is asked for again. */
export const maxTicketAttempts = 5;
/** Codes on the sheet that opens the account when every device is gone. */
export const recoveryCodeCount = 10;
/** Passkeys of one person: more than anybody carries, and few enough for one list. */
export const maxPasskeys = 10;

/** The seconds of a step of RFC 6238; every authenticator app assumes them. */
export const stepSeconds = 30;
/** A code is taken one step early or late: phones' clocks differ, and typing takes time. */
export const toleranceSeconds = 30;

/** A recovery code as it is shown: two groups of five that can be read aloud. */
export function showRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
