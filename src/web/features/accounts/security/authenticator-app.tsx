import { useState } from "react";
import type { SecondFactors } from "#contract/second-factor.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { formatShortDate } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecurityRow } from "../panel/panel-section.tsx";
import { useDelicate } from "./use-delicate.ts";
import { QrCode } from "#web/features/tickets/qr-code.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

type TotpSecret = { secret: string; uri: string };

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

type TotpSetUpProps = {
  started: TotpSecret;
  /** Called after setup, with recovery codes to show unless the account already has some. */
  onDone: (recoveryCodes: string[] | null) => void;
};

/** The secret for an authenticator app, as a QR code and as text, and the field for its first code. */
function TotpSetUp({ started, onDone }: TotpSetUpProps) {
  const form = useZodForm({
    defaults: { code: "" },
    failureText: (error) =>
      (error instanceof CallError ? error.answer.message : undefined) ?? "That didn't go through. Please try again.",
    failureAt: () => "code",
    submit: async (body) => {
      const path = "/api/me/second-factor/totp/confirm";
      const { recoveryCodes } = await callJson<{ recoveryCodes: string[] | null }>("POST", path, { body });
      onDone(recoveryCodes);
    },
  });

  return (
    <div className="grid gap-5">
      <div className="grid items-center gap-5 sm:grid-cols-[11rem_1fr]">
        <QrCode code={started.uri} label="QR code for your authenticator app" className="mx-auto max-w-44 rounded-sm" />
        <div className="grid gap-2">
          <p>Scan this with your authenticator app, or enter the key:</p>
          <p className="font-mono text-sm break-words select-all" data-secret={started.secret}>
            {inFours(started.secret)}
          </p>
          <a href={started.uri} className="text-sm text-gilt underline underline-offset-4 sm:hidden">
            Open the app on this phone
          </a>
        </div>
      </div>
      <form {...form.props} className="grid gap-4">
        <Field label="Code" hint="Enter the 6-digit code from the app." {...form.field("code")}>
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            className="font-mono tracking-[0.2em]"
          />
        </Field>
        <Button type="submit" size="lg" loading={form.isBusy} disabled={form.values.code.trim() === ""}>
          Turn on
        </Button>
      </form>
    </div>
  );
}

const path = "/api/me/second-factor/totp";

/** Time-based codes: whether they are on, and the button to change that. */
export function AuthenticatorApp({ factors }: { factors: SecondFactors }) {
  const { run, isBusy, refresh } = useDelicate();
  const [started, setStarted] = useState<TotpSecret>();
  const [codes, setCodes] = useState<string[]>();
  const { totp } = factors;

  const start = () => run(async () => setStarted(await callJson<TotpSecret>("POST", path)));
  const remove = () =>
    run(async () => {
      await callJson("DELETE", path);
      toast({ title: "Authenticator app turned off" });
      await refresh();
    });

  function done(recoveryCodes: string[] | null) {
    setStarted(undefined);
    if (recoveryCodes) setCodes(recoveryCodes);
    else toast({ title: "Authenticator app turned on", tone: "good" });
    void refresh();
  }

  return (
    <SecurityRow
      title="Authenticator app"
      badge={totp && <Badge tone="good">On</Badge>}
      text={
        totp
          ? `On since ${formatShortDate(totp.confirmedAt, "UTC")}.`
          : "A code from an app on your phone, on top of your password."
      }
      action={
        totp ? (
          <Button variant="outline" size="sm" loading={isBusy} onClick={() => void remove()}>
            Turn off
          </Button>
        ) : (
          <Button variant="outline" size="sm" loading={isBusy} onClick={() => void start()}>
            Set up
          </Button>
        )
      }
    >
      <Dialog open={started !== undefined} onClose={() => setStarted(undefined)} title="Authenticator app">
        {started && <TotpSetUp started={started} onDone={done} />}
      </Dialog>
      <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
    </SecurityRow>
  );
}
