import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Restriction, RestrictionStatus } from "#contract/restrictions.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQueryOf } from "#web/admin-kit/table/list-query.ts";
import { type BadgeLabel, gone, plain, StatusBadge } from "#web/ui/badge.tsx";

const statuses: Record<RestrictionStatus, BadgeLabel> = {
  active: gone("Active"),
  ended: plain("Ended"),
  lifted: plain("Lifted"),
  replaced: plain("Replaced"),
};

/** What it is and where it holds: "Banned from the chat of Friday Live". */
function titleOf({ scope, roomId, roomName, endsAt }: Restriction): string {
  if (scope === "account") return "Account suspended";
  if (scope === "community") return endsAt ? "Muted in the community" : "Suspended from the community";
  const room = roomId === null ? "every chat" : roomName ? `the chat of ${roomName}` : "one chat room";
  return `${endsAt ? "Timed out in" : "Banned from"} ${room}`;
}

/** Everything that keeps a person out, and what did: where, why, since and until when, who decided and who lifted it. */
export function RestrictionList({ personId }: { personId: number }) {
  const titleId = useId();
  const query = useQuery(adminQueryOf("GET /api/admin/users/{id}/restrictions", { params: { id: personId } }));
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h3 id={titleId} className="eyebrow text-muted">
        Restrictions
      </h3>
      <Loaded query={query} label="Restrictions" className="h-12">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-muted">No bans, mutes or suspensions.</p>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((restriction) => (
                <RestrictionLine key={restriction.id} restriction={restriction} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function RestrictionLine({ restriction }: { restriction: Restriction }) {
  const { status, reason, startsAt, endsAt, madeBy, liftedAt, liftedBy } = restriction;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3 text-sm">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-semibold wrap-anywhere">{titleOf(restriction)}</p>
        {reason !== "" && <p className="wrap-anywhere">{reason}</p>}
        <p className="text-muted">
          <Moment at={startsAt} />
          {endsAt ? (
            <>
              {" "}
              until <Moment at={endsAt} />
            </>
          ) : (
            ", no end date"
          )}
          {madeBy && ` · by ${madeBy}`}
        </p>
        {liftedAt && status !== "ended" && (
          <p className="text-muted">
            {statuses[status].label} <Moment at={liftedAt} />
            {liftedBy && ` · by ${liftedBy}`}
          </p>
        )}
      </div>
      <StatusBadge {...statuses[status]} />
    </li>
  );
}
