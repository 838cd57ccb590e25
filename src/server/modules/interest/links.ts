import { createHmac, timingSafeEqual } from "node:crypto";
import type { AnyTopic } from "#contract/interest.ts";
import type { Deps } from "#server/platform/deps.ts";
import { pathOf } from "./rules.ts";

const keyLength = 22;

/** What an emailed link does; a key works for its own step only. */
export type Step = "confirm" | "leave";

/** The key of an emailed link: derived, so nothing of it is stored. 132 bits. */
export function keyOf(secret: Buffer, step: Step, interestId: string): string {
  return createHmac("sha256", secret).update(`${step}:${interestId}`).digest("base64url").slice(0, keyLength);
}

/** True for the right key, checked in constant time. */
export function opens(secret: Buffer, step: Step, interestId: string, key: string): boolean {
  const right = Buffer.from(keyOf(secret, step, interestId));
  const given = Buffer.from(key);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The links in a signup's emails, and the headers for one-click unsubscribe (RFC 2369, RFC 8058). */
export function linksOf({ config, keys }: Pick<Deps, "config" | "keys">, interestId: string, topic: AnyTopic) {
  const key = (step: Step) => keyOf(keys["interest-links"], step, interestId);
  const oneClick = `${config.baseUrl}/api/interest/${interestId}/unsubscribe?key=${key("leave")}`;
  return {
    confirm: `${config.baseUrl}${pathOf(topic)}?confirm=${interestId}&key=${key("confirm")}`,
    leave: `${config.baseUrl}${pathOf(topic)}?leave=${interestId}&key=${key("leave")}`,
    headers: { "List-Unsubscribe": `<${oneClick}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}
