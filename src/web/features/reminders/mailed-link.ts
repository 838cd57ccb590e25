/** An emailed link: its step, and the key that authorizes it. */
export type MailedLink = { step: "confirm" | "leave"; id: string; key: string };

/** The emailed link in a URL's query, if there is one. */
export function mailedLinkIn(search: URLSearchParams): MailedLink | undefined {
  const step = search.has("confirm") ? "confirm" : search.has("leave") ? "leave" : undefined;
  if (!step) return undefined;
  return { step, id: search.get(step) ?? "", key: search.get("key") ?? "" };
}
