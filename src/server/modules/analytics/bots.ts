import { isbot } from "isbot";

/** True for bots: search engines, link previews and scripts, and any client that does not identify itself. */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === "" || isbot(userAgent);
}
