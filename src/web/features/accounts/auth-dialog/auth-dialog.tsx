import { useState } from "react";
import type { AuthTab } from "#web/lib/auth-events.ts";
import type { SessionUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { LoginTab } from "./login-tab.tsx";
import { RegisterTab } from "./register-tab.tsx";
import { continueAsGuest } from "./submit.ts";

export type AuthDialogProps = {
  open: boolean;
  tab: AuthTab;
  onTabChange: (tab: AuthTab) => void;
  /** The visitor closed it without signing in. */
  onDismiss: () => void;
  /** Closes it on the way to another page; a stored redirect stays. */
  onLeave: () => void;
  onSignedIn: (user: SessionUser) => void;
};

export function AuthDialog({ open, tab, onTabChange, onDismiss, onLeave, onSignedIn }: AuthDialogProps) {
  const [guestPending, setGuestPending] = useState(false);

  async function enterAsGuest() {
    setGuestPending(true);
    const outcome = await continueAsGuest();
    setGuestPending(false);
    if ("failure" in outcome) toast({ title: "Guest Access Failed", description: outcome.failure, tone: "bad" });
    else onSignedIn(outcome.user);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onDismiss()}
      title="Join The Community"
      description="Connect with other Savage Gentlemen fans, access exclusive content and more."
    >
      <Tabs
        value={tab}
        onValueChange={(value) => onTabChange(value === "register" ? "register" : "login")}
        label="Login or register"
        tabs={[
          { value: "login", label: "Login", content: <LoginTab onSignedIn={onSignedIn} onLeave={onLeave} /> },
          { value: "register", label: "Register", content: <RegisterTab onSignedIn={onSignedIn} /> },
        ]}
      />
      <div className="mt-6 grid gap-4">
        <p
          aria-hidden="true"
          className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
        >
          or
        </p>
        <Button variant="outline" size="lg" loading={guestPending} onClick={() => void enterAsGuest()}>
          Continue as guest
        </Button>
      </div>
    </Dialog>
  );
}
