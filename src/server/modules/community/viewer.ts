import type { Queryable } from "#server/platform/db/database.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { findKeptAway } from "./writing-store.ts";

/** Who looks at the community, and what that decides. */
export interface Viewer {
  /** Null for signed-out visitors. */
  id: number | null;
  isMember: boolean;
  isModerator: boolean;
  /** People with a block between them and the viewer, whoever blocked. */
  apart: number[];
  /** People whom the viewer muted. */
  muted: number[];
}

/** A signed-out visitor. */
export const nobody: Viewer = { id: null, isMember: false, isModerator: false, apart: [], muted: [] };

/** Finds out who looks. */
export async function readViewer(db: Queryable, visitor: Principal | undefined): Promise<Viewer> {
  if (visitor === undefined) return nobody;
  const away = await findKeptAway(db, visitor.id);
  const of = (kind: string) => away.filter((each) => each.kind === kind).map(({ id }) => id);
  return {
    id: visitor.id,
    isMember: hasRole(visitor, "user"),
    isModerator: hasRole(visitor, "moderator"),
    apart: of("block"),
    muted: of("mute"),
  };
}
