import { generateSync } from "otplib/functional";
import type { Authenticator } from "#testing/authenticator.ts";
import { createBrowser } from "./browser.ts";

export const password = "Carnival2026";

type Server = Parameters<typeof createBrowser>[0];
export type Browser = ReturnType<typeof createBrowser>;

/** The code that an authenticator app shows after the given number of seconds. */
export const codeOf = (secret: string, shiftSeconds = 0) =>
  generateSync({ strategy: "totp", secret, epoch: Math.floor(Date.now() / 1000) + shiftSeconds });

/** A code that the app doesn't show within ten minutes of now. */
export function wrongCodeOf(secret: string): string {
  const shown = Array.from({ length: 41 }, (_, step) => codeOf(secret, (step - 20) * 30));
  return Array.from({ length: 42 }, (_, number) => String(number).padStart(6, "0")).find(
    (code) => !shown.includes(code),
  )!;
}

let count = 0;

/** A person who just registered, with their browser. */
export async function register(server: Server, address?: string) {
  const browser = createBrowser(server, address === undefined ? {} : { address });
  const username = `member-${++count}-${process.pid}`;
  const reply = await browser.post("/api/auth/register", { username, displayName: "Marva Joseph", password });
  return { browser, username, id: Number(reply.body["id"]) };
}

/**
 * Sets up time-based codes with the previous step's code, so that the test can still use the current one.
 */
export async function setUpTotp(browser: Browser) {
  const started = await browser.post("/api/me/second-factor/totp", {});
  const secret = String(started.body["secret"]);
  const confirm = () => browser.post("/api/me/second-factor/totp/confirm", { code: codeOf(secret, -30) });
  let confirmed = await confirm();
  // A new step may have begun between generating the code and sending it.
  if (confirmed.status !== 200) confirmed = await confirm();
  return { secret, recoveryCodes: confirmed.body["recoveryCodes"] as unknown as string[], started, confirmed };
}

/** Adds a passkey and returns the reply. */
export async function addPasskey(browser: Browser, device: Authenticator, name = "My phone") {
  const options = await browser.post("/api/me/second-factor/passkeys/options", {});
  const attestation = device.attest(options.body as unknown as { challenge: string });
  return browser.post("/api/me/second-factor/passkeys", { name, attestation });
}

/** Signs in with name and password, and returns the ticket for the second step. */
export async function startLogin(server: Server, username: string, address?: string) {
  const browser = createBrowser(server, address === undefined ? {} : { address });
  const reply = await browser.post("/api/auth/login", { username, password });
  return { browser, reply, ticket: String(reply.body["ticket"]) };
}
