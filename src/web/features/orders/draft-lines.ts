import type { Line } from "#web/features/tickets/picks.ts";

/** Chosen lines as the API takes them: only for open prices with an amount. */
export const draftLines = (lines: Line[]) =>
  lines.map(({ type, quantity, unitCents }) => ({
    ticketTypeId: type.id,
    quantity,
    ...(type.pricing === "open" ? { amountCents: unitCents } : {}),
  }));
