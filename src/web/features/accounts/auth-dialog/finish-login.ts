import type { FactorProof } from "#contract/second-factor.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { type SessionUser, unwrapUser } from "#web/lib/session-user.ts";
import { type DeviceOptions, signWithPasskey, wasGivenUp } from "../passkey-device.ts";
import { networkFailure } from "./messages.ts";

/** The signed-in user; or the message to show and whether sign-in must start over; or undefined if the user stopped. */
export type FinishOutcome = { user: SessionUser } | { failure: string; over: boolean } | undefined;

/** Sends the second factor of a sign-in. */
export async function finishLogin(ticket: string, proof: FactorProof): Promise<FinishOutcome> {
  try {
    const user = unwrapUser(await callJson("POST", "/api/auth/second-factor", { body: { ticket, ...proof } }));
    return user ? { user } : { failure: "Invalid user data received", over: true };
  } catch (error) {
    return failureOf(error);
  }
}

/** The same, with a passkey on this device. */
export async function finishWithPasskey(ticket: string): Promise<FinishOutcome> {
  try {
    const options = await callJson<DeviceOptions>("POST", "/api/auth/second-factor/challenge", { body: { ticket } });
    return await finishLogin(ticket, { assertion: await signWithPasskey(options) });
  } catch (error) {
    return wasGivenUp(error) ? undefined : failureOf(error);
  }
}

function failureOf(error: unknown): FinishOutcome {
  if (!(error instanceof CallError)) {
    const offline = error instanceof TypeError;
    return { failure: offline ? networkFailure() : "We couldn't use your passkey. Please try again.", over: false };
  }
  const { code, message } = error.answer;
  return { failure: message ?? "Please check your credentials", over: code === "sign_in_expired" };
}
