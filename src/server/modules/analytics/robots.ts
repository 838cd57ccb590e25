import { isbot } from "isbot";

/** True for search engines, previews of messengers and scripts; a client that does not name itself is one too. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === "" || isbot(userAgent);
}
