import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ModerationAction } from "#contract/community-safety.ts";
import { Panel } from "#web/features/admin/panel.tsx";
import { Loaded } from "#web/features/admin/read-failure.tsx";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { ActionLine } from "../moderation/action-line.tsx";

type Actions = { items: ModerationAction[]; nextCursor: string | null };

/** What moderators did, newest first; each can be undone for a day. */
export function ActionList() {
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(adminQuery<Actions>(withQuery("/api/community/actions", { cursor })));
  return (
    <Panel title="What moderators did" text="Everything can be undone within 24 hours, except warnings.">
      <Loaded query={query} label="The actions" className="h-64">
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 && <p className="text-muted">Nothing yet.</p>}
            <ul className="divide-y divide-line">
              {items.map((action) => (
                <ActionLine key={action.id} action={action} />
              ))}
            </ul>
            {nextCursor !== null && (
              <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setCursor(nextCursor)}>
                Older
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
