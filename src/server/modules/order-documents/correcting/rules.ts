import type { Billing } from "#contract/order-documents.ts";
import type { Addressee } from "../rules.ts";

/** Which of an invoice's billing details differ from new ones; all of them once the person's data is deleted. */
export function changedDetails(held: Addressee | null, billing: Billing): ("name" | "address" | "taxId")[] {
  const wanted = { name: billing.name, address: billing.address, taxId: billing.taxId ?? null };
  return (["name", "address", "taxId"] as const).filter((detail) => (held?.[detail] ?? null) !== wanted[detail]);
}
