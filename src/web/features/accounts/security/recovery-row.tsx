import { useState } from "react";
import type { SecondFactors } from "#contract/second-factor.ts";
import { callJson } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useRefreshFactors } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecurityRow } from "./security-row.tsx";
import { useDelicate } from "./use-delicate.tsx";

/** The codes to use when the user has lost every device. */
export function RecoveryRow({ factors }: { factors: SecondFactors }) {
  const run = useDelicate();
  const refresh = useRefreshFactors();
  const [codes, setCodes] = useState<string[]>();
  const [pending, setPending] = useState(false);
  const left = factors.recoveryCodesLeft;

  async function renew() {
    setPending(true);
    await run(async () => {
      const made = await callJson<{ recoveryCodes: string[] }>("POST", "/api/me/second-factor/recovery-codes");
      setCodes(made.recoveryCodes);
      await refresh();
    });
    setPending(false);
  }

  return (
    <SecurityRow
      title="Recovery codes"
      badge={<Badge tone={left > 2 ? "plain" : "soon"}>{left} left</Badge>}
      text="Each one lets you in once if you lose your phone. New codes replace the old ones."
      action={
        <Button variant="outline" size="sm" loading={pending} onClick={() => void renew()}>
          Create new codes
        </Button>
      }
    >
      <Dialog open={codes !== undefined} onOpenChange={() => setCodes(undefined)} title="Recovery codes">
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </SecurityRow>
  );
}
