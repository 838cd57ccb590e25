import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "../idempotency.ts";
import { PreparedReply } from "./route.ts";

/**
 * Does a write once per Idempotency-Key, in the transaction of its effect: a repeated request gets the same response,
 * byte for byte. Take the locks first: a concurrent identical request waits there and then finds the response.
 *
 * @throws AppError `idempotency_key_reused` | whatever `work` throws
 */
export async function answerOnce(
  tx: Tx,
  claim: IdempotencyClaim,
  work: () => Promise<unknown>,
  status = 201,
): Promise<PreparedReply> {
  const [stored] = await findReplies(tx, [claim]);
  if (stored instanceof AppError) throw stored;
  if (stored !== undefined) return new PreparedReply(stored.reply, stored.status);
  const reply = JSON.stringify(await work());
  await storeReplies(tx, [{ ...claim, status, reply }]);
  return new PreparedReply(reply, status);
}
