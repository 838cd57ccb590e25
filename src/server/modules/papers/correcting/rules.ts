import type { Billing } from "#contract/papers.ts";
import type { Addressee } from "../rules.ts";

/** What of an invoice's details another set of them says differently; all of them once its person was forgotten. */
export function changedDetails(held: Addressee | null, billing: Billing): ("name" | "address" | "taxId")[] {
  const wanted = { name: billing.name, address: billing.address, taxId: billing.taxId ?? null };
  return (["name", "address", "taxId"] as const).filter((detail) => (held?.[detail] ?? null) !== wanted[detail]);
}
