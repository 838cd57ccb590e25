import { BellRing } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { askedText } from "#web/features/reminders/ask-form.tsx";
import { ReminderForm } from "#web/features/reminders/remind-form.tsx";
import { callApi } from "#web/lib/api.ts";

/** Asks for the address that gets one email when a stream is live. */
export function RemindForm({ streamId }: { streamId: number }) {
  const [status, setStatus] = useState<"asked" | "confirmed">();
  return (
    <ReminderForm
      memberHint="Leave this empty to use your account's confirmed email."
      guestHint="One email when we go live, and one to confirm your address if it's new to us. That's all."
      closed="You don't need a reminder: this stream has already started."
      className="grid max-w-lg gap-3 rounded-md bg-panel p-4 text-ink"
      send={async (body) => {
        setStatus((await callApi("POST /api/streams/{id}/reminder", { params: { id: streamId }, body })).status);
      }}
    >
      {(address) =>
        status && (
          <ReminderSet title={status === "confirmed" ? "Reminder set" : "Check your email"}>
            {status === "confirmed" ? `We'll email ${address} once, when the stream is live.` : askedText(address)}
          </ReminderSet>
        )
      }
    </ReminderForm>
  );
}

/** The result, which takes over the form's focus. */
function ReminderSet({ title, children }: { title: string; children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="flex items-start gap-3 outline-none">
      <BellRing className="mt-1 size-5 shrink-0 text-gold" />
      <span>
        <span className="display block text-display-sm">{title}</span>
        <span className="text-sm break-words text-bone-dim">{children}</span>
      </span>
    </div>
  );
}
