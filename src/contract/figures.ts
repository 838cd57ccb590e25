/** What was taken back of revenue, where refunds and lost disputes are one figure. */
export const takenBack = "Refunds and lost disputes";
/** What is left of an order's total: tax and shipping included, unlike net and revenue. */
export const afterRefunds = "Total after refunds";

/**
 * What each figure says, in the sentence that stands beside it on every screen, in files and in emails. Where two screens
 * show a figure of this name, it comes from the same function.
 */
export const figureSentences = {
  revenue:
    "Revenue is what buyers paid for tickets and products, fees included, after discounts, refunds and lost disputes, without sales tax and shipping.",
  days: "Sales count on the day they were paid, refunds and lost disputes on the day they happened.",
  /** Of orders that are chosen by when they were placed, or by the link that they came by. */
  ofOrders: "From these orders, after refunds and lost disputes, whenever those happened.",
  tickets: "Tickets and orders count on the day they were paid, without those that were refunded or canceled since.",
  conversion:
    "Conversion is orders in percent of visitors. A dash means more orders than counted visitors: some browsers block counting.",
  net: "Net is before the payment provider's own charges, open disputes and promoters' commission.",
} as const;

const names: Record<string, string> = {
  "": "Direct or unknown",
  promoter: "Promoter links",
  live: "Live stream",
  email: "Email",
  x: "X",
  tiktok: "TikTok",
  duckduckgo: "DuckDuckGo",
  youtube: "YouTube",
  whatsapp: "WhatsApp",
  "(other)": "Other",
};

/** The name of a source of visitors: "instagram" is Instagram; other sites keep their own name. */
export const sourceName = (key: string): string =>
  names[key] ?? (/^[a-z]+$/.test(key) ? key[0]!.toUpperCase() + key.slice(1) : key);
