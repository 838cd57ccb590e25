import { useBrandZone } from "#web/lib/site.ts";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Globe, Laptop, Smartphone, Tablet } from "lucide-react";
import type { SessionEntry } from "#contract/accounts/sessions.ts";
import { callApi } from "#web/lib/api.ts";
import { formatRelative } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { useChange } from "../security/fresh-proof.tsx";
import { PanelSection } from "./panel-section.tsx";
import { sessionsQuery } from "./queries.ts";

const icons = { phone: Smartphone, tablet: Tablet, desktop: Laptop, other: Globe };

export function SessionsSection() {
  const { data } = useSuspenseQuery({ ...sessionsQuery(), refetchOnMount: "always" });
  const queryClient = useQueryClient();
  const { busy, change } = useChange("Couldn't sign out");
  const others = data.items.filter((session) => !session.current);

  const end = (name: string, call: () => Promise<unknown>, text: string) =>
    void change(async () => {
      try {
        await call();
        toast({ title: "Signed out", description: text, tone: "good" });
      } finally {
        await queryClient.invalidateQueries(sessionsQuery());
      }
    }, name);

  return (
    <PanelSection title="Where you're signed in" text="Don't recognize one? Sign it out, then change your password.">
      <ul className="grid">
        {data.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={busy === session.id}
            onEnd={() =>
              end(
                session.id,
                () => callApi("DELETE /api/me/sessions/{id}", { params: { id: session.id } }),
                `${session.device} is signed out.`,
              )
            }
          />
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          variant="outline"
          className="justify-self-start"
          loading={busy === "others"}
          onClick={() =>
            end("others", () => callApi("DELETE /api/me/sessions"), "You're now signed in on this browser only.")
          }
        >
          Sign out all others
        </Button>
      )}
    </PanelSection>
  );
}

function SessionRow({ session, ending, onEnd }: { session: SessionEntry; ending: boolean; onEnd: () => void }) {
  const now = useNow();
  const zone = useBrandZone();
  const { createdAt, lastSeenAt, current } = session;
  // Activity is recorded hourly: until then, "last seen" would only repeat the sign-in time.
  const wasSeenAgain = !current && Date.parse(lastSeenAt) - Date.parse(createdAt) > 60_000;
  const Icon = icons[session.kind];
  return (
    <li className="flex min-h-16 items-center gap-4 border-b border-line py-3 first:pt-0">
      <Icon className="size-6 shrink-0 text-gilt" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{session.device}</p>
        <p className="text-sm text-muted">
          Signed in {formatRelative(createdAt, now, zone)}
          {wasSeenAgain && `, last seen ${formatRelative(lastSeenAt, now, zone)}`}
        </p>
      </div>
      {current ? (
        <Badge tone="gold">Current</Badge>
      ) : (
        <Button variant="quiet" size="sm" loading={ending} onClick={onEnd} aria-label={`Sign out ${session.device}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}
