import { useState } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import type { ChangeEmailProps } from "./change-email-dialog.tsx";

const ChangeEmailDialog = lazyDialog(
  "The form for your email",
  async () => (await import("./change-email-dialog.tsx")).ChangeEmailDialog,
);

/** Lets a buyer correct the email of their order, on hold or paid. */
export function ChangeEmail(props: ChangeEmailProps) {
  const { user } = useUser();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => (user ? setOpen(true) : openAuth())}
        className="min-h-11 font-semibold text-gilt underline underline-offset-4"
      >
        Change email
      </button>
      {isOpen && <ChangeEmailDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
