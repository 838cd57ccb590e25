import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";

/** The offer to a guest: registering keeps the same user id, so every ticket stays with them. */
export function KeepTickets() {
  return (
    <aside
      aria-labelledby="keep-tickets"
      className="pinstripe flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line p-5 sm:p-6"
    >
      <div className="grow basis-64">
        <h2 id="keep-tickets" className="display text-display-sm">
          Keep your tickets on any device
        </h2>
        <p className="mt-1.5 max-w-[52ch] text-muted">
          You bought as a guest. They're saved on this device and in your email. With an account, you can open them
          anywhere.
        </p>
      </div>
      <Button onClick={() => openAuth({ tab: "register" })}>Create account</Button>
    </aside>
  );
}
