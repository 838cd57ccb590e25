import type { Queryable } from "#server/platform/db/database.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { readTopic } from "../rules.ts";
import { readViewer } from "../viewer.ts";
import { isReadable } from "./store.ts";

/** True if a visitor may follow a topic of the community now. */
export async function mayReadTopic(db: Queryable, visitor: Principal | undefined, id: string): Promise<boolean> {
  const topic = readTopic(id);
  switch (topic?.kind) {
    case "feed":
      return true;
    case "review":
      return hasRole(visitor, "moderator");
    case "member":
      return visitor?.id === topic.id;
    case "post":
      return isReadable(db, await readViewer(db, visitor), topic.id);
    case undefined:
      return false;
  }
}
