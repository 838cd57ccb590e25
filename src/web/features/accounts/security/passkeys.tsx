import { useBrandZone } from "#web/lib/site.ts";
import { useState } from "react";
import type { Passkey, SecondFactors } from "#contract/accounts/second-factor.ts";
import { callApi } from "#web/lib/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { createPasskey, usePasskeySupport } from "../passkey-device.tsx";
import { SecurityRow } from "../panel/panel-section.tsx";
import { useDelicate } from "./fresh-proof.tsx";
import { KeyRound, Pencil, Trash2, Copy, Download } from "lucide-react";
import { formatShortDate } from "#web/lib/dates.ts";
import { TextField } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { saveFile } from "#web/lib/files.ts";

const asText = (codes: string[]) =>
  `Savage Gentlemen recovery codes\nEach one lets you in once if you lose your phone.\n\n${codes.join("\n")}\n`;

async function copy(codes: string[]) {
  try {
    await navigator.clipboard.writeText(asText(codes));
    toast({ title: "Copied", tone: "good" });
  } catch {
    toast({
      title: "Your browser blocked copying",
      description: "Download the codes or write them down.",
      tone: "bad",
    });
  }
}

const download = (codes: string[]) =>
  saveFile(new Blob([asText(codes)], { type: "text/plain" }), "savage-gentlemen-recovery-codes.txt");

export type FactorProps = {
  factors: SecondFactors;
  /** Shows new recovery codes, if a change made some. */
  onCodes: (recoveryCodes: string[] | null) => void;
};

/** A dialog with ten new codes, shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Recovery codes">
      <div className="grid gap-5">
        <Callout tone="soon" title="Save these somewhere safe now">
          You won't see them again. Each one lets you in once if you lose your phone.
        </Callout>
        <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-line bg-raised p-4 font-mono tabular-nums">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="across-2 gap-3">
          <Button variant="outline" onClick={() => void copy(codes)}>
            <Copy className="size-5" />
            Copy
          </Button>
          <Button variant="outline" onClick={() => download(codes)}>
            <Download className="size-5" />
            Download
          </Button>
        </div>
        <Button size="lg" onClick={onClose}>
          I saved them
        </Button>
      </div>
    </Dialog>
  );
}

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
const deviceName = (userAgent: string) => systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Passkey";

/** The list of passkeys, and the button to add one from this device. */
export function Passkeys({ factors: { passkeys }, onCodes }: FactorProps) {
  const { run, isBusy, refresh } = useDelicate();
  const isSupported = usePasskeySupport();

  const add = () =>
    void run(async () => {
      const attestation = await createPasskey(() => callApi("POST /api/me/second-factor/passkeys/options"));
      if (attestation === undefined) return;
      const name = deviceName(navigator.userAgent);
      const { recoveryCodes } = await callApi("POST /api/me/second-factor/passkeys", {
        body: { name, attestation },
      });
      toast({ title: "Passkey added", description: name, tone: "good" });
      onCodes(recoveryCodes);
      await refresh();
    });

  return (
    <SecurityRow
      title="Passkeys"
      badge={passkeys.length > 0 && <Badge tone="good">{passkeys.length}</Badge>}
      text="Your fingerprint, face or screen lock, on top of your password. Fake sites can't steal them."
      action={isSupported && { loading: isBusy, onClick: add, children: "Add a passkey" }}
    >
      {passkeys.length > 0 && (
        <ul className="grid gap-2" aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </SecurityRow>
  );
}

/** One passkey: its name, when it was last used, and buttons to rename or remove it. */
function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { run, refresh } = useDelicate();
  const brandZone = useBrandZone();
  const [isRenaming, setRenaming] = useState(false);
  const params = { id: passkey.id };

  const form = useZodForm({
    defaults: { name: passkey.name },
    submit: (body) =>
      run(async () => {
        await callApi("PATCH /api/me/second-factor/passkeys/{id}", { params, body });
        await refresh();
        setRenaming(false);
      }),
  });

  const remove = () =>
    void run(async () => {
      await callApi("DELETE /api/me/second-factor/passkeys/{id}", { params });
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
              {passkey.lastUsedAt ? "Last used " : "Added "}
              {formatShortDate(passkey.lastUsedAt ?? passkey.createdAt, brandZone)}
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
          <IconButton label={`Remove ${passkey.name}`} Icon={Trash2} onClick={remove} />
        </>
      ) : (
        <form {...form.props} className="flex min-w-0 flex-1 flex-wrap items-end gap-3">
          <TextField label="Name" className="min-w-40 flex-1" {...form.field("name")} maxLength={60} />
          <Button type="submit" size="md" disabled={form.values.name.trim() === ""}>
            Save
          </Button>
        </form>
      )}
    </li>
  );
}
