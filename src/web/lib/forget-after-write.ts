import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { onWrite } from "./call.ts";

const staffWrite =
  /^\/api\/(admin|door|scans|banned-words|community\/(review|content|actions|clearings|edits|posts\/\d+\/pin|people\/\d+\/actions))\b/;
const staffRead = /^\/api\/(admin|door|community\/(review|actions))\b/;

/**
 * After a write of staff, nothing that was read before it shows again: what no screen shows now is forgotten if it is
 * for staff, and read again on the next visit if it is public. The screen that wrote refreshes what it shows itself.
 * Any write may change any list: a refund changes orders, tickets, customers, emails, the ledger and the log.
 */
function forget(queryClient: QueryClient, path: string): void {
  if (!staffWrite.test(path)) return;
  const isForStaff = ({ queryKey }: { queryKey: QueryKey }) => staffRead.test(String(queryKey[0]));
  queryClient.removeQueries({ type: "inactive", predicate: isForStaff });
  void queryClient.invalidateQueries({ predicate: (query) => !isForStaff(query), refetchType: "none" });
}

/** Does that after every write from now on. Returns a function that ends it. */
export const forgetAfterWrites = (queryClient: QueryClient): (() => void) =>
  onWrite((path) => forget(queryClient, path));
