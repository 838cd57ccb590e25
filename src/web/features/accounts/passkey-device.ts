import { useSyncExternalStore } from "react";
import type { Assertion, Attestation } from "#contract/second-factor.ts";

/** Options as the API passes them on from its library. */
export type DeviceOptions = { challenge: string };

const known = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof known)[number];

const never = () => () => undefined;
const isSupported = () => typeof window.PublicKeyCredential === "function";

/**
 * True if this browser can use passkeys at all (HTTPS or localhost). Until hydration we assume it can: nearly all browsers
 * do, and a button that appears late shifts the layout.
 */
export const usePasskeySupport = () => useSyncExternalStore(never, isSupported, () => true);

/** True if the user closed the device's own dialog or let it time out: no error to report. */
export const wasGivenUp = (error: unknown) =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** True if the device already has a passkey for this account. */
export const isKnownDevice = (error: unknown) => error instanceof Error && error.name === "InvalidStateError";

/** Asks the device to sign with a passkey. @throws whatever the browser throws, see wasGivenUp */
export async function signWithPasskey(options: DeviceOptions): Promise<Assertion> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Asks the device to create a passkey. @throws whatever the browser throws, see wasGivenUp and isKnownDevice */
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
