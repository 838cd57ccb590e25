/** What a mailed link asks for: the step, and what proves it. */
export type MailedLink = { step: "confirm" | "leave"; id: string; key: string };

/** The mailed link in an address, if it is one. */
export function mailedLinkIn(search: URLSearchParams): MailedLink | undefined {
  const step = search.has("confirm") ? "confirm" : search.has("leave") ? "leave" : undefined;
  if (!step) return undefined;
  return { step, id: search.get(step) ?? "", key: search.get("key") ?? "" };
}
