import { apart } from "#testing/sabotage.ts";
import { createSite } from "#testing/site.ts";
import { carryTo } from "#tests/payments/stripe-kit.ts";
import { comeToRest, findContradictions } from "../kit/oracles.ts";
import { ServerGone, type ChildServer, type Servers } from "./child-server.ts";
import type { Flow } from "./flow.ts";
import { handsOf, handsOn, type Acknowledged } from "./hands.ts";
import type { CrashPoint, Step } from "./hook.ts";
import type { Recording } from "./server.ts";
import { openSet, type RunSet, type Stage } from "./stage.ts";

/** A crash that broke a promise. */
export interface Violation {
  flow: string;
  point: CrashPoint;
  step: Step;
  found: string[];
}

/** The result of crashing a flow at each of its steps. */
export interface Enumeration {
  steps: Step[];
  /** What the uncrashed run went through. */
  recording: Recording;
  points: number;
  /** Points that no run reached because its steps came in a different order. */
  missed: number;
  violations: Violation[];
}

export interface EnumerateOptions {
  /** Crashes after each step even if that is the same state as before the next one. */
  full?: boolean;
  /** Splits the transactions and crashes only inside them, for the negative control. */
  split?: boolean;
  /** Stops at the first violation. */
  untilFound?: boolean;
  onProgress?: (done: number, of: number, violations: number) => void;
}

/** How many crash points run at once; one if the first violation ends the run. */
const atOnce = 3;
/** Concurrent steps may come in a different order than when they were counted. */
const tries = 3;
/** How often steps are counted again if too many points are missed. */
const counts = 3;

/** One in as many crashes is a kill of the process; at the others its site is cut off, which costs less. */
const crashesPerKill = 8;
let crashes = 0;

/**
 * Crashes a flow before and after each of its steps: ends the server there, starts another on the same
 * database, repeats the requests with their keys, runs all jobs until nothing is left to do while the clock moves on,
 * and compares the result with what was acknowledged and what must always be true.
 *
 * @param stage the flow's; it stays as it is
 */
export async function enumerateCrashes(
  servers: Servers,
  flow: Flow,
  stage: Stage,
  options: EnumerateOptions = {},
): Promise<Enumeration> {
  for (let left = counts; ; left--) {
    const enumeration = await enumerateOnce(servers, flow, stage, options);
    if (left === 1 || enumeration.violations.length > 0 || !isMissedOften(enumeration)) return enumeration;
  }
}

/** The number of concurrent steps varies, so some points at the end may never be reached. */
export const isMissedOften = ({ points, missed }: Enumeration): boolean => missed * 10 > points;

async function enumerateOnce(
  servers: Servers,
  flow: Flow,
  stage: Stage,
  options: EnumerateOptions,
): Promise<Enumeration> {
  const { steps, recording } = await countSteps(flow, stage, servers.lasting(), options);
  const points = choosePoints(steps, options).map((point): CrashPoint => ({
    ...point,
    isCutOff: options.full !== true && crashes++ % crashesPerKill !== 0,
  }));
  const violations: Violation[] = [];
  let missed = 0;
  let done = 0;
  const waiting = points.values();
  const work = async () => {
    for (const point of waiting) {
      if (options.untilFound === true && violations.length > 0) return;
      const outcome = await crashAt(flow, stage, servers, point, options);
      if (!outcome.crashed) missed++;
      if (outcome.found.length > 0) {
        violations.push({ flow: flow.name, point, step: steps[point.step - 1]!, found: outcome.found });
      }
      options.onProgress?.(++done, points.length, violations.length);
    }
  };
  await Promise.all(Array.from({ length: options.untilFound === true ? 1 : atOnce }, work));
  return { steps, recording, points: points.length, missed, violations };
}

/**
 * Where to crash. Unless `full` is set, two moments that leave the same state are crashed once: after a step and before
 * the next one if nothing happened in between; before a statement without effect and before the step after it.
 */
function choosePoints(steps: Step[], { full = false, split = false }: EnumerateOptions): CrashPoint[] {
  if (split) return pointsInside(steps);
  return steps.flatMap(({ answered, standsApart }, index): CrashPoint[] => {
    const step = index + 1;
    const last = steps[index - 1];
    const same = last !== undefined && last.leavesNothing && last.answered && !last.standsApart;
    const after = answered && (full || standsApart);
    return [
      ...(full || !same ? [{ step, moment: "before" } as const] : []),
      ...(after ? [{ step, moment: "after" } as const] : []),
    ];
  });
}

/** Moments between two changes of what was one transaction before it was split. */
function pointsInside(steps: Step[]): CrashPoint[] {
  let hasWritten = false;
  return steps.flatMap(({ what, kind, leavesNothing }, index): CrashPoint[] => {
    const isInside = hasWritten && kind === "sql" && !leavesNothing;
    hasWritten = what !== apart && (hasWritten || (kind === "sql" && !leavesNothing));
    return isInside ? [{ step: index + 1, moment: "before" }] : [];
  });
}

async function countSteps(
  flow: Flow,
  stage: Stage,
  server: ChildServer,
  options: EnumerateOptions,
): Promise<Pick<Enumeration, "steps" | "recording">> {
  const set = await openSet(flow, stage);
  try {
    const hands = await open(server, set, undefined, options);
    await server.command({ do: "record" });
    await flow.run(hands, stage.scene);
    const { steps } = await server.command({ do: "steps" });
    const { recorded } = await server.command({ do: "recorded" });
    return { steps: steps!, recording: recorded! };
  } finally {
    await server.command({ do: "close" });
    await set.close();
  }
}

async function open(
  server: ChildServer,
  { database, settings, surroundings }: RunSet,
  point: CrashPoint | undefined,
  { split = false }: EnumerateOptions,
  acknowledged: Acknowledged[] = [],
) {
  const { connection, url } = database;
  const { port } = await server.command({ do: "open", database: { connection, url }, settings, split });
  const baseUrl = `http://127.0.0.1:${port}`;
  surroundings.processor.webhookEvents.sendTo(async (body, headers) => {
    const answer = await fetch(`${baseUrl}/api/payments/webhooks/stripe`, { method: "POST", headers, body });
    return answer.status;
  });
  await server.command({ do: "arm", point });
  return handsOn(server, baseUrl, surroundings, acknowledged);
}

async function crashAt(flow: Flow, stage: Stage, servers: Servers, point: CrashPoint, options: EnumerateOptions) {
  for (let left = tries; ; left--) {
    const outcome = await runUntilCrash(flow, stage, servers, point, options);
    if (outcome.crashed || outcome.found.length > 0 || left === 1) return outcome;
  }
}

async function runUntilCrash(flow: Flow, stage: Stage, servers: Servers, point: CrashPoint, options: EnumerateOptions) {
  const server = servers.next();
  const set = await openSet(flow, stage);
  const acknowledged: Acknowledged[] = [];
  try {
    let crashed: boolean;
    try {
      const hands = await open(server, set, point, options, acknowledged);
      await flow.run(hands, stage.scene).catch(async (error: unknown) => {
        if (!(error instanceof ServerGone) && !(await server.isGone())) throw error;
      });
      crashed = await server.isGone();
    } finally {
      await servers.release(server);
    }
    const found = await recover(flow, stage, set, acknowledged).catch((error: unknown) => [
      `the flow couldn't be finished after the crash: ${String(error)}`,
    ]);
    return { crashed, found };
  } finally {
    await set.close();
  }
}

/** Starts another server on the same database, repeats the requests, finishes everything, and returns what is wrong. */
async function recover(flow: Flow, { scene }: Stage, set: RunSet, acknowledged: Acknowledged[]): Promise<string[]> {
  const { database, settings, mailServer, surroundings } = set;
  const { webhookEvents } = surroundings.processor;
  const site = await createSite({ database, settings });
  webhookEvents.sendTo(carryTo(site));
  try {
    const again: Acknowledged[] = [];
    await flow.run(handsOf(site, surroundings, again), scene);
    await webhookEvents.sendPending();
    await comeToRest(site);
    return [
      ...changedAnswers(acknowledged, again),
      ...(await findContradictions(site, mailServer.taken)),
      ...(await flow.check(site, scene)),
    ];
  } finally {
    await site.close();
  }
}

/** Responses acknowledged before the crash that differ after it. */
function changedAnswers(before: Acknowledged[], after: Acknowledged[]): string[] {
  return before.flatMap((one) => {
    const repeat = after.find((other) => other.request === one.request);
    if (repeat?.text === one.text) return [];
    return [`acknowledged and then lost: the response to ${one.request} was ${one.text} and later ${repeat?.text}`];
  });
}
