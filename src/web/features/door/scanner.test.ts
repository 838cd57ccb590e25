import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Scan, ScanResult } from "#contract/door/door.ts";
import { createScanner } from "./scanner.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Reply = (scan: Scan) => ScanResult | Promise<ScanResult>;
const replyWith =
  (verdict: ScanResult["verdict"]): Reply =>
  (scan) => ({ scanId: scan.scanId, verdict });
const fail: Reply = () => Promise.reject(new TypeError("Failed to fetch"));

function openScanner(...replies: Reply[]) {
  const sent: Scan[] = [];
  const held: string[] = [];
  const scanner = createScanner({
    send: async (scan) => {
      sent.push(scan as Scan);
      return replies[Math.min(sent.length, replies.length) - 1]!(scan as Scan);
    },
    door: { eventId: 7, deviceId: "device-1" },
  });
  scanner.listen({ onHeld: (code) => void held.push(code) });
  const verdict = () => {
    const state = scanner.current();
    return state.step === "verdict" ? state.outcome.verdict : state.step;
  };
  return { scanner, sent, held, verdict, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test("a ticket held still in front of the camera is sent once", async () => {
  const { scanner, sent, held, verdict, pass } = openScanner(replyWith("admitted"));
  for (let frame = 0; frame < 200; frame++) {
    scanner.see("A");
    await pass(60);
  }
  expect(sent).toHaveLength(1);
  expect(verdict()).toBe("ready");
  expect(held.length).toBeGreaterThan(100);
});

test("a ticket that leaves and comes back is a new scan", async () => {
  const { scanner, sent, pass } = openScanner(replyWith("admitted"), replyWith("already_admitted"));
  scanner.see("A");
  await pass(5000);
  scanner.see("A");
  await pass(0);
  expect(sent).toHaveLength(2);
  expect(sent[0]!.scanId).not.toBe(sent[1]!.scanId);
});

test("an admission shows for 1.6 seconds, a rejection for four or until it is tapped away", async () => {
  const { scanner, verdict, pass } = openScanner(replyWith("admitted"), replyWith("void"), replyWith("void"));
  scanner.see("A");
  await pass(1500);
  expect(verdict()).toBe("admitted");
  await pass(200);
  expect(verdict()).toBe("ready");
  scanner.see("B");
  await pass(3900);
  expect(verdict()).toBe("void");
  await pass(200);
  expect(verdict()).toBe("ready");
  scanner.see("C");
  await pass(10);
  scanner.clear();
  expect(verdict()).toBe("ready");
});

test("the next ticket waits while a verdict is shown, and is sent after that", async () => {
  const { scanner, sent, pass } = openScanner(replyWith("admitted"));
  scanner.see("A");
  await pass(100);
  scanner.see("B");
  expect(sent.map(({ code }) => code)).toEqual(["A"]);
  await pass(1600);
  scanner.see("B");
  await pass(0);
  expect(sent.map(({ code }) => code)).toEqual(["A", "B"]);
});

test("a network failure is not a verdict, and the same scan is resent until there is a response", async () => {
  const { scanner, sent, verdict, pass } = openScanner(fail, fail, fail, replyWith("admitted"));
  scanner.see("A");
  await pass(10);
  expect(scanner.current()).toMatchObject({ step: "checking", late: true });
  await pass(1000);
  expect(verdict()).toBe("checking");
  await pass(3000);
  expect(verdict()).toBe("admitted");
  expect(new Set(sent.map(({ scanId }) => scanId)).size).toBe(1);
});

test("a server that doesn't respond counts as late after two seconds", async () => {
  const { scanner, sent, pass } = openScanner(() => new Promise(() => undefined));
  scanner.see("A");
  await pass(1900);
  expect(scanner.current()).toMatchObject({ step: "checking", late: false });
  await pass(200);
  expect(scanner.current()).toMatchObject({ step: "checking", late: true });
  expect(sent).toHaveLength(1);
});

test("an abandoned scan keeps its id for two minutes and no longer", async () => {
  const { scanner, sent, pass } = openScanner(fail);
  scanner.see("A");
  await pass(100);
  scanner.clear();
  await pass(10_000);
  expect(sent).toHaveLength(1);
  scanner.see("A");
  await pass(10);
  expect(sent[1]!.scanId).toBe(sent[0]!.scanId);
  scanner.clear();
  await pass(120_000);
  scanner.see("A");
  await pass(10);
  expect(sent[2]!.scanId).not.toBe(sent[0]!.scanId);
});

test("a manually entered code replaces a verdict, but never a running scan", async () => {
  const { scanner, sent, pass } = openScanner(fail, replyWith("void"), replyWith("admitted"));
  expect(scanner.enter("A")).toBe("sent");
  await pass(10);
  expect(scanner.enter("B")).toBe("busy");
  await pass(1000);
  expect(scanner.current().step).toBe("verdict");
  expect(scanner.enter("A")).toBe("held");
  expect(scanner.enter("B")).toBe("sent");
  await pass(10);
  expect(sent.at(-1)!.code).toBe("B");
});
