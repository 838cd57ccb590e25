import { useQueryClient } from "@tanstack/react-query";
import { useFreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { ProofGivenUp } from "#web/features/accounts/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { failureText } from "./failure-text.ts";

/** The server call for one row; `key` is the idempotency key if two attempts must count once. */
export type BulkCall = { path: string; body: object; key?: string; onDone?: () => void };
/** A row that was skipped, by name, and why. */
export type Refused = { name: string; why: string };

/**
 * Does the same to many rows, one call each: a refused row doesn't stop the others. It asks to confirm it's you at most
 * once. Afterwards all admin data refetches.
 */
export function useBulkWrite() {
  const queryClient = useQueryClient();
  const withProof = useFreshProof();
  return async <Row>(
    rows: Row[],
    nameOf: (row: Row) => string,
    callOf: (row: Row) => BulkCall | string,
  ): Promise<Refused[]> => {
    const refused: Refused[] = [];
    try {
      for (const row of rows) {
        const call = callOf(row);
        if (typeof call === "string") {
          refused.push({ name: nameOf(row), why: call });
          continue;
        }
        const { path, body, key, onDone } = call;
        try {
          await withProof(() =>
            callJson("POST", path, { body, ...(key ? { headers: { "idempotency-key": key } } : {}) }),
          );
          onDone?.();
        } catch (error) {
          if (error instanceof ProofGivenUp) throw error;
          refused.push({ name: nameOf(row), why: failureText(error) });
        }
      }
    } finally {
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/"),
      });
    }
    return refused;
  };
}
