import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Scan, ScanResult } from "#contract/door.ts";
import { createScanDesk } from "./scan-desk.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Reply = (scan: Scan) => ScanResult | Promise<ScanResult>;
const say =
  (verdict: ScanResult["verdict"]): Reply =>
  (scan) => ({ scanId: scan.scanId, verdict });
const fail: Reply = () => Promise.reject(new TypeError("Failed to fetch"));

function openDesk(...replies: Reply[]) {
  const sent: Scan[] = [];
  const held: string[] = [];
  const desk = createScanDesk({
    send: async (scan) => {
      sent.push(scan);
      return replies[Math.min(sent.length, replies.length) - 1]!(scan);
    },
    door: () => ({ eventId: 7, deviceId: "device-1" }),
  });
  desk.hear({ onHeld: (code) => void held.push(code) });
  const verdict = () => {
    const state = desk.current();
    return state.step === "verdict" ? state.outcome.verdict : state.step;
  };
  return { desk, sent, held, verdict, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test("a ticket held still before the camera is sent once", async () => {
  const { desk, sent, held, verdict, pass } = openDesk(say("admitted"));
  for (let frame = 0; frame < 200; frame++) {
    desk.see("A");
    await pass(60);
  }
  expect(sent).toHaveLength(1);
  expect(verdict()).toBe("ready");
  expect(held.length).toBeGreaterThan(100);
});

test("a ticket that went away and came back is a new scan", async () => {
  const { desk, sent, pass } = openDesk(say("admitted"), say("already_admitted"));
  desk.see("A");
  await pass(5000);
  desk.see("A");
  await pass(0);
  expect(sent).toHaveLength(2);
  expect(sent[0]!.scanId).not.toBe(sent[1]!.scanId);
});

test("green stays 1.6 seconds, a refusal four or until it is tapped away", async () => {
  const { desk, verdict, pass } = openDesk(say("admitted"), say("void"), say("void"));
  desk.see("A");
  await pass(1500);
  expect(verdict()).toBe("admitted");
  await pass(200);
  expect(verdict()).toBe("ready");
  desk.see("B");
  await pass(3900);
  expect(verdict()).toBe("void");
  await pass(200);
  expect(verdict()).toBe("ready");
  desk.see("C");
  await pass(10);
  desk.clear();
  expect(verdict()).toBe("ready");
});

test("the next ticket waits while a verdict is shown, and has its turn after it", async () => {
  const { desk, sent, pass } = openDesk(say("admitted"));
  desk.see("A");
  await pass(100);
  desk.see("B");
  expect(sent.map(({ code }) => code)).toEqual(["A"]);
  await pass(1600);
  desk.see("B");
  await pass(0);
  expect(sent.map(({ code }) => code)).toEqual(["A", "B"]);
});

test("a failed network is no verdict, and the same scan is sent until it is answered", async () => {
  const { desk, sent, verdict, pass } = openDesk(fail, fail, fail, say("admitted"));
  desk.see("A");
  await pass(10);
  expect(desk.current()).toMatchObject({ step: "checking", late: true });
  await pass(1000);
  expect(verdict()).toBe("checking");
  await pass(3000);
  expect(verdict()).toBe("admitted");
  expect(new Set(sent.map(({ scanId }) => scanId)).size).toBe(1);
});

test("a server that is silent is late after two seconds and asked again after six", async () => {
  const { desk, sent, pass } = openDesk(() => new Promise(() => undefined));
  desk.see("A");
  await pass(1900);
  expect(desk.current()).toMatchObject({ step: "checking", late: false });
  await pass(200);
  expect(desk.current()).toMatchObject({ step: "checking", late: true });
  expect(sent).toHaveLength(1);
});

test("a scan that was given up keeps its number for two minutes and no longer", async () => {
  const { desk, sent, pass } = openDesk(fail);
  desk.see("A");
  await pass(100);
  desk.clear();
  await pass(10_000);
  expect(sent).toHaveLength(1);
  desk.see("A");
  await pass(10);
  expect(sent[1]!.scanId).toBe(sent[0]!.scanId);
  desk.clear();
  await pass(120_000);
  desk.see("A");
  await pass(10);
  expect(sent[2]!.scanId).not.toBe(sent[0]!.scanId);
});

test("a code entered by hand takes the place of a verdict, never of a scan under way", async () => {
  const { desk, sent, pass } = openDesk(fail, say("void"), say("admitted"));
  expect(desk.enter("A")).toBe("sent");
  await pass(10);
  expect(desk.enter("B")).toBe("busy");
  await pass(1000);
  expect(desk.current().step).toBe("verdict");
  expect(desk.enter("A")).toBe("held");
  expect(desk.enter("B")).toBe("sent");
  await pass(10);
  expect(sent.at(-1)!.code).toBe("B");
});
