/** How long a confirmation allows sensitive actions, as a database interval. */
export const confirmationLifetime = "5 minutes";
/** How long a sign-in waits for its second factor. */
export const ticketLifetime = "5 minutes";
/** How long an authenticator may take to sign. */
export const challengeLifetime = "5 minutes";
/** Wrong second factors per sign-in; after that the person has to enter their password again. */
export const maxTicketAttempts = 5;
/** Recovery codes for signing in when every device is lost. */
export const recoveryCodeCount = 10;
/** Passkeys per person: more than anyone needs, and few enough for one list. */
export const maxPasskeys = 10;

/** The step of RFC 6238 in seconds; every authenticator app assumes it. */
export const stepSeconds = 30;
/** A code is accepted one step early or late: phone clocks differ, and typing takes time. */
export const toleranceSeconds = 30;

/** A recovery code as displayed: two groups of five, easy to read aloud. */
export function showRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
