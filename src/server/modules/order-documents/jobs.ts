import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { issueDueDocuments } from "./issuing/service.ts";

/** Numbers due documents. Nobody waits for it: a document that is requested sooner gets its number then. */
export function orderDocumentsJobs({ db }: Deps): Job[] {
  return [{ name: "order-documents", everyMs: 5_000, run: () => issueDueDocuments(db) }];
}
