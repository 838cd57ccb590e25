import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";

/** The offer to a guest: registering keeps the same id, so every ticket stays where it is. */
export function KeepTickets() {
  return (
    <aside
      aria-labelledby="keep-tickets"
      className="pinstripe grid gap-3 rounded-lg border border-line p-5 sm:flex sm:items-center sm:justify-between sm:gap-8 sm:p-6"
    >
      <div>
        <h2 id="keep-tickets" className="display text-display-sm">
          Keep your tickets on every phone
        </h2>
        <p className="mt-1.5 max-w-[52ch] text-muted">
          You bought as a guest, so they live in this browser and in your mail. With an account they follow you.
        </p>
      </div>
      <Button className="justify-self-start" onClick={() => openAuth({ tab: "register" })}>
        Create account
      </Button>
    </aside>
  );
}
