import type { GrantKind } from "./kinds.ts";

/** What staff call each permission. */
export const grantLabels: Readonly<Record<GrantKind, string>> = {
  door: "Door",
  box_office: "Box office",
  marketing: "Marketing",
  finance: "Finance",
  host: "Comp host",
  promoter: "Promoter",
};
