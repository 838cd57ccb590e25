import { useQueryClient } from "@tanstack/react-query";
import type { ModerationAction, ModerationKind } from "#contract/community/safety.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { countOf } from "../labels.ts";
import { useAttempt } from "../say-failed.ts";
import { undoAction } from "./undo.ts";

const verbs: Record<ModerationKind, string> = {
  approve: "approved",
  hide: "hid",
  restore: "restored",
  warn: "warned",
  mute: "muted",
  unmute: "unmuted",
  suspend: "suspended",
  remove_all: "hid everything from",
  clear: "suspended and hid everything from",
};
const isOfContent = (kind: ModerationKind) => kind === "approve" || kind === "hide" || kind === "restore";

/** Who or what an action was about: "Dre", "60 people", "what Dre shared". */
function whoseOf({ kind, person, personCount }: ModerationAction): string {
  if (person) return isOfContent(kind) ? `what ${person.name} shared` : person.name;
  if (kind === "clear") return personCount > 1 ? countOf(personCount, "person", "people") : "a former member";
  return "a former member's post";
}

/** What a moderator did, with a button to undo it while that is possible. */
export function ActionLine({ action }: { action: ModerationAction }) {
  const queryClient = useQueryClient();
  const now = useNow();
  const { press } = useAttempt("That can't be undone");
  const { at, moderator, reason, until, itemCount, pendingCount, undoneAt, undoUntil } = action;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          <strong className="font-semibold">{moderator ?? "A former moderator"}</strong> {verbs[action.kind]}{" "}
          {whoseOf(action)}
          {until && (
            <>
              {" "}
              until <Moment at={until} />
            </>
          )}
          {itemCount > 1 && ` (${countOf(itemCount, "item")})`}
          {pendingCount > 0 && " · still working"}
        </p>
        <p className="text-muted">
          <Moment at={at} relative />
          {reason !== "" && ` · ${reason}`}
        </p>
      </div>
      {undoneAt ? (
        <Badge>Undone</Badge>
      ) : (
        undoUntil !== null &&
        Date.parse(undoUntil) > now && (
          <Button variant="outline" size="sm" {...press("undo", () => undoAction(queryClient, action))}>
            Undo
          </Button>
        )
      )}
    </li>
  );
}
