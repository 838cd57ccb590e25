import { useQuery } from "@tanstack/react-query";
import { callApi } from "#web/lib/api.ts";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { ShowMore } from "../show-more.tsx";
import { ActionLine } from "../moderation/action-line.tsx";

const actions = adminQuery("GET /api/community/actions");
const readMore = (cursor: string) => callApi("GET /api/community/actions", { query: { cursor } });

/** What moderators did, newest first; each can be undone for a day. */
export function ActionList() {
  const query = useQuery(actions);
  return (
    <Panel title="What moderators did" text="Everything can be undone within 24 hours, except warnings.">
      <Loaded query={query} label="The actions" className="h-64">
        {(list) => (
          <>
            {list.items.length === 0 && <p className="text-muted">Nothing yet.</p>}
            <ul className="divide-y divide-line">
              {list.items.map((action) => (
                <ActionLine key={action.id} action={action} />
              ))}
            </ul>
            <ShowMore queryKey={actions.queryKey} list={list} read={readMore} what="actions" />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
