import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ModerationAction, ModerationKind } from "#contract/community/safety.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { countOf } from "../labels.ts";
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
};
const isOfContent = (kind: ModerationKind) => kind === "approve" || kind === "hide" || kind === "restore";

/** What a moderator did, with a button to undo it while that is possible. */
export function ActionLine({ action }: { action: ModerationAction }) {
  const queryClient = useQueryClient();
  const now = useNow();
  const [isBusy, setBusy] = useState(false);
  const { kind, at, moderator, reason, until, itemCount, person, undoneAt, undoUntil } = action;
  const whose = person ? (isOfContent(kind) ? `what ${person.name} shared` : person.name) : "a former member's post";
  async function undo() {
    setBusy(true);
    await undoAction(queryClient, action);
    setBusy(false);
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          <strong className="font-semibold">{moderator ?? "A former moderator"}</strong> {verbs[kind]} {whose}
          {until && (
            <>
              {" "}
              until <Moment at={until} />
            </>
          )}
          {itemCount > 1 && ` (${countOf(itemCount, "item")})`}
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
          <Button variant="outline" size="sm" loading={isBusy} onClick={() => void undo()}>
            Undo
          </Button>
        )
      )}
    </li>
  );
}
