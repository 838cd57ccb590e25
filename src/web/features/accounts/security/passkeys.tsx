import { useState } from "react";
import type { Passkey, SecondFactors } from "#contract/second-factor.ts";
import { callJson } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { type DeviceOptions, isKnownDevice, makePasskey, usePasskeySupport, wasGivenUp } from "../passkey-device.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecurityRow } from "../panel/panel-section.tsx";
import { useDelicate } from "./use-delicate.ts";
import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { formatShortDate } from "#web/lib/dates.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android phone"],
  [/Mac OS X/, "Mac"],
  [/Windows/, "Windows PC"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux computer"],
];

/** The default name of a new passkey: the device that created it. */
function deviceName(userAgent: string): string {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Passkey";
}

const passkeysPath = "/api/me/second-factor/passkeys";
type Added = { passkey: Passkey; recoveryCodes: string[] | null };

/** The list of passkeys, and the button to add one from this device. */
export function Passkeys({ factors }: { factors: SecondFactors }) {
  const { run, isBusy, refresh } = useDelicate();
  const [codes, setCodes] = useState<string[]>();
  const isSupported = usePasskeySupport();
  const { passkeys } = factors;

  const add = () =>
    run(async () => {
      const options = await callJson<DeviceOptions>("POST", `${passkeysPath}/options`);
      const attestation = await attest(options);
      if (attestation === undefined) return;
      const name = deviceName(navigator.userAgent);
      const { recoveryCodes } = await callJson<Added>("POST", passkeysPath, { body: { name, attestation } });
      toast({ title: "Passkey added", description: name, tone: "good" });
      if (recoveryCodes) setCodes(recoveryCodes);
      await refresh();
    });

  return (
    <SecurityRow
      title="Passkeys"
      badge={passkeys.length > 0 && <Badge tone="good">{passkeys.length}</Badge>}
      text="Your fingerprint, face or screen lock, on top of your password. Fake sites can't steal them."
      action={
        isSupported && (
          <Button variant="outline" size="sm" loading={isBusy} onClick={() => void add()}>
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
      <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
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

/** One passkey: its name, when it was last used, and buttons to rename or remove it. */
function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { run, refresh } = useDelicate();
  const [isRenaming, setRenaming] = useState(false);
  const path = `${passkeysPath}/${passkey.id}`;

  const form = useZodForm({
    defaults: { name: passkey.name },
    submit: (body) =>
      run(async () => {
        await callJson("PATCH", path, { body });
        await refresh();
        setRenaming(false);
      }),
  });

  const remove = () =>
    run(async () => {
      await callJson("DELETE", path);
      toast({ title: "Passkey removed", description: passkey.name });
      await refresh();
    });

  return (
    <li className="flex items-center gap-3 rounded-sm border border-line bg-raised p-3">
      <KeyRound className="size-5 shrink-0 text-gilt" />
      {!isRenaming ? (
        <>
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold">{passkey.name}</p>
            <p className="text-sm text-muted">
              {passkey.lastUsedAt
                ? `Last used ${formatShortDate(passkey.lastUsedAt, "UTC")}`
                : `Added ${formatShortDate(passkey.createdAt, "UTC")}`}
            </p>
          </div>
          <IconButton
            label={`Rename ${passkey.name}`}
            Icon={Pencil}
            onClick={() => {
              form.reset({ name: passkey.name });
              setRenaming(true);
            }}
          />
          <IconButton label={`Remove ${passkey.name}`} Icon={Trash2} onClick={() => void remove()} />
        </>
      ) : (
        <form {...form.props} className="flex min-w-0 flex-1 flex-wrap items-end gap-3">
          <Field label="Name" className="min-w-40 flex-1" {...form.field("name")}>
            <Input maxLength={60} />
          </Field>
          <Button type="submit" size="md" disabled={form.values.name.trim() === ""}>
            Save
          </Button>
        </form>
      )}
    </li>
  );
}
