import { expect, test, vi } from "vitest";
import { createTrustedNetworks, isInNetworks } from "./trusted-networks.ts";

test.each([
  ["203.0.113.7", [], false],
  ["203.0.113.7", ["203.0.113.7"], true],
  ["203.0.113.8", ["203.0.113.7"], false],
  ["203.0.113.8", ["198.51.100.1", "203.0.113.0/24"], true],
  ["203.0.114.8", ["203.0.113.0/24"], false],
  ["::ffff:203.0.113.8", ["203.0.113.0/24"], true],
  ["2001:db8:1:2::9", ["2001:db8:1:2::/64"], true],
  ["2001:db8:1:3::9", ["2001:db8:1:2::/64"], false],
  ["2001:db8::1", ["2001:0db8:0:0::1"], true],
  ["203.0.113.8", ["2001:db8::/32"], false],
  ["unknown", ["203.0.113.0/24"], false],
] as [string, string[], boolean][])("%s in %j: %s", (address, networks, isIt) => {
  expect(isInNetworks(address, networks)).toBe(isIt);
});

test("the list is read again after ten seconds, and stands while it can't be read", async () => {
  vi.useFakeTimers();
  const read = vi.fn<() => Promise<string[]>>().mockResolvedValue(["203.0.113.7"]);
  const trusted = createTrustedNetworks(read);
  for (let calls = 0; calls < 3; calls++) expect(await trusted.has("203.0.113.7")).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_001);
  read.mockRejectedValueOnce(new Error("down"));
  expect(await trusted.has("203.0.113.7")).toBe(true);
  vi.advanceTimersByTime(10_001);
  read.mockResolvedValue([]);
  expect(await trusted.has("203.0.113.7")).toBe(false);
  vi.useRealTimers();
});
