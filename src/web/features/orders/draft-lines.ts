import type { Line } from "#web/features/tickets/picks.ts";

/** Selected lines in the API's form: only pay-what-you-want lines carry an amount. */
export const draftLines = (lines: Line[]) =>
  lines.map(({ type, quantity, unitCents }) => ({
    ticketTypeId: type.id,
    quantity,
    ...(type.pricing === "open" ? { amountCents: unitCents } : {}),
  }));
