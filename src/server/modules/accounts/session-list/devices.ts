import Bowser from "bowser";
import type { SessionEntry } from "#contract/account-sessions.ts";

const kinds: Record<string, SessionEntry["kind"]> = { mobile: "phone", tablet: "tablet", desktop: "desktop" };

/** A browser's user agent in words that its owner recognizes: "Chrome on Android". */
export function describeDevice(userAgent: string | null): Pick<SessionEntry, "device" | "kind"> {
  if (userAgent === null || userAgent.trim() === "") return { device: "Unknown device", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = kinds[platform.type ?? ""] ?? "other";
  const program = browser.name !== undefined && browser.name !== "" ? browser.name : "Unknown app";
  return { device: os.name !== undefined && os.name !== "" ? `${program} on ${os.name}` : program, kind };
}
