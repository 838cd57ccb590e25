import { useSyncExternalStore } from "react";
import type { Assertion, Attestation } from "#contract/second-factor.ts";

/** Options as the API hands them on from its library. */
export type DeviceOptions = { challenge: string };

const known = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof known)[number];

const never = () => () => undefined;
const isSupported = () => typeof window.PublicKeyCredential === "function";

/**
 * True where this browser can use passkeys at all (https, or the own machine). Until the server's page has been taken over it
 * is taken to be so: nearly all can, and a button that comes late moves what is under it.
 */
export const usePasskeySupport = () => useSyncExternalStore(never, isSupported, () => true);

/** True when somebody closed the device's own dialog, or let it run out: no fault to report. */
export const wasGivenUp = (error: unknown) =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** True when the device holds a passkey of this account already. */
export const isKnownDevice = (error: unknown) => error instanceof Error && error.name === "InvalidStateError";

/** Lets the device sign with a passkey. @throws whatever the browser says, see wasGivenUp */
export async function signWithPasskey(options: DeviceOptions): Promise<Assertion> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Lets the device make a passkey. @throws whatever the browser says, see wasGivenUp and isKnownDevice */
export async function makePasskey(options: DeviceOptions): Promise<Attestation> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, response } = await startRegistration({ optionsJSON: options as never });
  const transports = response.transports?.filter((name): name is Transport => known.some((one) => one === name));
  return {
    id,
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    ...(transports && transports.length > 0 ? { transports } : {}),
  };
}
