import { useState } from "react";
import type { ReplyOf } from "#contract/calls.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useAttempt } from "#web/ui/use-attempt.ts";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { useUser } from "./user-provider.tsx";

const emailLine = ({ addresses, leaves }: ReplyOf<"POST /api/my-tickets/email">) => {
  if (addresses.length === 0) return "You have no tickets for upcoming events.";
  if (!leaves) return "This site has no email server yet, so nothing was sent.";
  return `We emailed your tickets to ${addresses.join(" and ")}.`;
};

/** A guest has no password to come back with, so logging out asks first, and offers their tickets by email. */
export function GuestLogout({ onClose }: { onClose: () => void }) {
  const { signOut } = useUser();
  const [sentText, setSentText] = useState("");
  const { failure, press } = useAttempt(() => "We couldn't send the email. Check your connection and try again.");
  const send = async () => setSentText(emailLine(await callApi("POST /api/my-tickets/email", { body: {} })));

  return (
    <Dialog
      title="Log out?"
      description="You're here as a guest, so your tickets are saved only on this device and in your email. Once you log out, the link in that email is the only way to open them."
      onClose={onClose}
    >
      <p role="status" className="mb-4 empty:hidden">
        {failure ?? sentText}
      </p>
      <DialogFoot>
        <Button variant="outline" {...press("send", send)}>
          Email my tickets
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            signOut();
          }}
        >
          Log out
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
