import type { Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { endSession } from "./session-store.ts";
import { hashToken } from "./sessions.ts";

/** What we know about a browser when it signs in. */
export interface Visitor {
  address: string;
  userAgent: string | null;
  /** Its current session, if any: it ends when a new one begins, so a planted session is worthless. */
  token: string | undefined;
  principal: Principal | undefined;
  /** Whether the account has signed in on this browser before. */
  knows: (userId: number) => boolean;
}

/** Ends a browser's previous session when it gets a new one. */
export async function endFormerSession(tx: Tx, { token }: Visitor): Promise<void> {
  if (token !== undefined) await endSession(tx, hashToken(token));
}
