import { useState } from "react";
import type { Passkey, SecondFactors } from "#contract/second-factor.ts";
import { callJson } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { type DeviceOptions, isKnownDevice, makePasskey, usePasskeySupport, wasGivenUp } from "../passkey-device.ts";
import { deviceName } from "./device-name.ts";
import { PasskeyItem } from "./passkey-item.tsx";
import { useRefreshFactors } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecurityRow } from "./security-row.tsx";
import { useDelicate } from "./use-delicate.tsx";

const path = "/api/me/second-factor/passkeys";
type Added = { passkey: Passkey; recoveryCodes: string[] | null };

/** The list of passkeys, and the button to add one from this device. */
export function Passkeys({ factors }: { factors: SecondFactors }) {
  const run = useDelicate();
  const refresh = useRefreshFactors();
  const [codes, setCodes] = useState<string[]>();
  const [pending, setPending] = useState(false);
  const isSupported = usePasskeySupport();
  const { passkeys } = factors;

  async function add() {
    setPending(true);
    await run(async () => {
      const options = await callJson<DeviceOptions>("POST", `${path}/options`);
      const attestation = await attest(options);
      if (attestation === undefined) return;
      const name = deviceName(navigator.userAgent);
      const { recoveryCodes } = await callJson<Added>("POST", path, { body: { name, attestation } });
      toast({ title: "Passkey added", description: name, tone: "good" });
      if (recoveryCodes) setCodes(recoveryCodes);
      await refresh();
    });
    setPending(false);
  }

  return (
    <SecurityRow
      title="Passkeys"
      badge={passkeys.length > 0 && <Badge tone="good">{passkeys.length}</Badge>}
      text="Your fingerprint, face or screen lock, on top of your password. Fake sites can't steal them."
      action={
        isSupported && (
          <Button variant="outline" size="sm" loading={pending} onClick={() => void add()}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="grid gap-2" aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Dialog open={codes !== undefined} onOpenChange={() => setCodes(undefined)} title="Recovery codes">
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </SecurityRow>
  );
}

async function attest(options: DeviceOptions) {
  try {
    return await makePasskey(options);
  } catch (error) {
    if (isKnownDevice(error)) toast({ title: "This device already has your passkey" });
    else if (!wasGivenUp(error)) throw error;
    return undefined;
  }
}
