import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scan } from "#contract/door/door.ts";
import { readGate, writeGate } from "./door-storage.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  vi.stubGlobal("window", { localStorage });
  vi.stubGlobal("localStorage", localStorage);
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["  Main door ", "Main door"],
  ["North\u0007\n", "North"],
  ["\u202eNorth\u2066", "North"],
  ["\u200e", ""],
  ["Ñandú ".repeat(20), "Ñandú ".repeat(20).slice(0, 40)],
])("the gate %j is kept as %j, which the server accepts", (typed, gate) => {
  writeGate(typed);
  expect(readGate()).toBe(gate.trim());
  expect(Scan.shape.gate.safeParse(readGate()).success).toBe(true);
});

test("a name stored by an earlier version is cleaned when it is read", () => {
  stored.set("sg:door:gate", "No\u202erth");
  expect(readGate()).toBe("North");
});
