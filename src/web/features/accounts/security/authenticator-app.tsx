import { useState } from "react";
import type { SecondFactors } from "#contract/second-factor.ts";
import { callJson } from "#web/lib/call.ts";
import { formatShortDate } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { useRefreshFactors } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecurityRow } from "./security-row.tsx";
import { type TotpSecret, TotpSetUp } from "./totp-set-up.tsx";
import { useDelicate } from "./use-delicate.tsx";

const path = "/api/me/second-factor/totp";

/** Time-based codes: whether they are on, and the button to change that. */
export function AuthenticatorApp({ factors }: { factors: SecondFactors }) {
  const run = useDelicate();
  const refresh = useRefreshFactors();
  const [started, setStarted] = useState<TotpSecret>();
  const [codes, setCodes] = useState<string[]>();
  const [pending, setPending] = useState(false);
  const { totp } = factors;

  async function press(work: () => Promise<void>) {
    setPending(true);
    await run(work);
    setPending(false);
  }

  const start = () => press(async () => setStarted(await callJson<TotpSecret>("POST", path)));
  const remove = () =>
    press(async () => {
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
          <Button variant="outline" size="sm" loading={pending} onClick={() => void remove()}>
            Turn off
          </Button>
        ) : (
          <Button variant="outline" size="sm" loading={pending} onClick={() => void start()}>
            Set up
          </Button>
        )
      }
    >
      <Dialog open={started !== undefined} onOpenChange={() => setStarted(undefined)} title="Authenticator app">
        {started && <TotpSetUp started={started} onDone={done} />}
      </Dialog>
      <Dialog open={codes !== undefined} onOpenChange={() => setCodes(undefined)} title="Recovery codes">
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </SecurityRow>
  );
}
