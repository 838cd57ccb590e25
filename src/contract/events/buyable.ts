import type { EventSummary } from "./events.ts";

/** True if an event takes place and some ticket for it can be bought now. */
export const isBuyable = ({ status, saleStatus }: Pick<EventSummary, "status" | "saleStatus">): boolean =>
  status === "on" && (saleStatus === "on_sale" || saleStatus === "nearly_gone" || saleStatus === "free");
