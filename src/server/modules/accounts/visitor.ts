import type { Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { endSession } from "./session-store.ts";
import { hashToken } from "./sessions.ts";

/** What a browser shows of itself when it signs in. */
export interface Visitor {
  address: string;
  userAgent: string | null;
  /** The session it holds, if any: it ends when a new one begins, so a planted one is worth nothing. */
  token: string | undefined;
  principal: Principal | undefined;
  /** Whether the account signed in on this browser before. */
  knows: (userId: number) => boolean;
}

/** Ends the session that a browser held before it got a new one. */
export async function endFormerSession(tx: Tx, { token }: Visitor): Promise<void> {
  if (token !== undefined) await endSession(tx, hashToken(token));
}
