import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import type { Assertion, Attestation } from "#contract/accounts/second-factor.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import type { ZodForm } from "#web/ui/use-zod-form.ts";

const known = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/**
 * True if this browser can use passkeys at all (HTTPS or localhost). Until hydration we assume it can: nearly all browsers
 * do, and a button that appears late shifts the layout.
 */
export const usePasskeySupport = () => !useHydrated() || typeof window.PublicKeyCredential === "function";

/** True if the user closed the device's own dialog or let it time out: no error to report. */
const wasGivenUp = (error: unknown) =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** The part of the API's options that every device needs to sign. */
export type Challenge = { challenge: string };

/**
 * Asks the device to sign a challenge with a passkey.
 *
 * @param getChallenge asks the API for the challenge
 * @returns undefined if the user closed the device's dialog
 * @throws CallError, TypeError, and whatever else the browser throws
 */
export async function signChallenge(
  getChallenge: () => Promise<Challenge>,
): Promise<{ assertion: Assertion } | undefined> {
  try {
    const optionsJSON = await getChallenge();
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const { id, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { assertion: { id, clientDataJSON, authenticatorData, signature } };
  } catch (error) {
    if (wasGivenUp(error)) return undefined;
    throw error;
  }
}

/** The part of the API's options that every device needs to create a passkey. */
type CreationOptions = Pick<PublicKeyCredentialCreationOptionsJSON, "challenge" | "rp" | "user" | "pubKeyCredParams">;

/**
 * Asks the device to create a passkey.
 *
 * @param getOptions asks the API for its options
 * @returns undefined if the user closed the device's dialog, or if the device already has a passkey, with a toast
 * @throws CallError, TypeError, and whatever else the browser throws
 */
export async function createPasskey(getOptions: () => Promise<CreationOptions>): Promise<Attestation | undefined> {
  try {
    const optionsJSON = await getOptions();
    const { startRegistration } = await import("@simplewebauthn/browser");
    const { id, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject } = response;
    const transports = known.filter((name) => response.transports?.includes(name));
    return { id, clientDataJSON, attestationObject, ...(transports.length > 0 ? { transports } : {}) };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    if (isKnown) toast({ title: "This device already has your passkey" });
    else if (!wasGivenUp(error)) throw error;
    return undefined;
  }
}

type PasskeyButtonProps = Pick<ButtonProps, "variant"> & {
  /** The form beside it; its text is empty while the passkey is used. */
  form: Pick<ZodForm<{ text: string }>, "attempt" | "isBusy" | "values">;
  onPress: () => Promise<void>;
};

export const PasskeyButton = ({ form, variant, onPress }: PasskeyButtonProps) => (
  <Button
    variant={variant}
    size="lg"
    loading={form.isBusy && form.values.text === ""}
    onClick={() => void form.attempt(onPress)}
  >
    <KeyRound className="size-5" />
    Use your passkey
  </Button>
);
