import { QrCode } from "#web/features/tickets/qr-code.tsx";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

export type TotpSecret = { secret: string; uri: string };

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

export type TotpSetUpProps = {
  started: TotpSecret;
  /** Called after setup, with recovery codes to show unless the account already has some. */
  onDone: (recoveryCodes: string[] | null) => void;
};

/** The secret for an authenticator app, as a QR code and as text, and the field for its first code. */
export function TotpSetUp({ started, onDone }: TotpSetUpProps) {
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
