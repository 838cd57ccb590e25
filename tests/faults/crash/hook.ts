import { Socket, type SocketConnectOpts } from "node:net";
import pg from "pg";
import { cutOff, follow, isCutOff } from "./cut-off.ts";

/**
 * Counts what a process asks of others: every SQL statement, and every write on a connection that it opened itself
 * (HTTP to a provider, each verb of SMTP). On request it ends the site right before one of them is sent, or when its
 * response has arrived and no code here has seen it yet: it kills the process, or cuts the site off (`cut-off.ts`).
 *
 * It hooks in below the libraries, so code written later is counted too.
 */
export interface Step {
  kind: "sql" | "call";
  what: string;
  /** False for a part of a longer message that gets one response. */
  answered: boolean;
  /**
   * True for a statement that would change nothing outside this process if the process ended right after it: it only
   * reads, or its transaction is still open and the database would roll it back.
   */
  leavesNothing: boolean;
  /**
   * True if something happened between its response and the next step, or at the same time: a client got a reply, or it
   * was not the only running step. Only then its end is a different state than the start of the next.
   */
  standsApart: boolean;
}

/** Where the site ends. Steps count from 1. */
export interface CrashPoint {
  step: number;
  moment: "before" | "after";
  /** Cuts the site off and leaves the process for the next one; otherwise the process is killed. */
  isCutOff?: boolean;
}

const steps: Step[] = [];
const statements = new Set<string>();
let armed = false;
let point: CrashPoint | undefined;
let ownDatabase = "";

/** Starts counting steps. `database` identifies the connections whose statements are counted. */
export function arm(database: { port: number }, at: CrashPoint | undefined): void {
  ownDatabase = String(database.port);
  point = at;
  steps.length = 0;
  underWay.clear();
  statements.clear();
  armed = true;
}

/** Every word of the SQL statements since `arm`, lowercase: the tables and functions that they name are among them. */
export function wordsOfStatements(): string[] {
  return [...new Set([...statements].flatMap((text) => text.toLowerCase().match(/[a-z_]\w*/g) ?? []))];
}

/** The steps counted since `arm`, once each has its response: some go on after the client got its reply. */
export async function countedSteps(): Promise<Step[]> {
  recordEvent();
  while (underWay.size > 0) await new Promise<void>((resolve) => (onAnswer = resolve));
  return steps;
}

/** Records that something happened that others can see. */
export function recordEvent(): void {
  const last = steps.at(-1);
  if (last !== undefined) last.standsApart = true;
}

/** Steps without a response yet. */
const underWay = new Set<number>();
let onAnswer: () => void = () => undefined;

/** A step has its response, or will never have one. */
function endStep(step: number): boolean {
  const was = underWay.delete(step);
  onAnswer();
  return was;
}

/** Marks all steps that run at the same time. */
function recordOverlap(): void {
  if (underWay.size < 2) return;
  for (const step of underWay) steps[step - 1]!.standsApart = true;
}

/** Statements that only read; their locks are released when the process is gone. If in doubt, false. */
const isReadOnly = (text: string) =>
  /^(begin|select|with)\b/i.test(text) && !/\b(insert|update \w+|delete|merge|nextval|setval|pg_\w+)\b/i.test(text);

/** Connections with an open transaction. */
const inTransaction = new WeakSet<object>();

/** Tracks a connection's transaction. @returns whether the process could end after this statement without a trace */
function leavesNothing(connection: object, text: string): boolean {
  if (/^(begin|start transaction)\b/i.test(text)) inTransaction.add(connection);
  else if (/^(commit|end|rollback(?! to))\b/i.test(text)) inTransaction.delete(connection);
  return inTransaction.has(connection) || isReadOnly(text);
}

function begin(kind: Step["kind"], what: string, { partOf = 0, connection }: { partOf?: number; connection?: object }) {
  if (!armed) return 0;
  const text = what.replaceAll(/\s+/g, " ").trim();
  if (kind === "sql") statements.add(text);
  const step = steps.push({
    kind,
    what: text.slice(0, 120),
    answered: false,
    leavesNothing: connection !== undefined && leavesNothing(connection, text),
    standsApart: false,
  });
  underWay.delete(partOf);
  underWay.add(step);
  recordOverlap();
  if (point?.step === step && point.moment === "before") die();
  return step;
}

function answer(step: number): void {
  if (step === 0 || !endStep(step)) return;
  steps[step - 1]!.answered = true;
  if (point?.step === step && point.moment === "after") die();
}

/** Ends the site. After a cut, the caller goes no further. */
function die(): void {
  if (point?.isCutOff !== true) process.kill(process.pid, "SIGKILL");
  armed = false;
  cutOff();
}

type Anything = (this: unknown, ...args: unknown[]) => unknown;

/** What code that was cut off waits for. */
const never = () => new Promise<never>(() => undefined);

const openConnection = pg.Client.prototype.connect as Anything;
pg.Client.prototype.connect = function (this: object, ...args: unknown[]) {
  follow(this);
  return isCutOff(this) ? never() : openConnection.apply(this, args);
} as typeof pg.Client.prototype.connect;

const query = pg.Client.prototype.query as Anything;
const counted: Anything = function (...args) {
  const connection = this as object;
  if (isCutOff(connection)) return never();
  const first = args[0] as string | { text?: string };
  const step = begin("sql", typeof first === "string" ? first : (first.text ?? "?"), { connection });
  if (isCutOff(connection)) return never();
  const last = args.findLastIndex((argument) => typeof argument === "function");
  if (last !== -1) {
    const callback = args[last] as (...results: unknown[]) => void;
    args[last] = (...results: unknown[]) => {
      answer(step);
      if (!isCutOff(connection)) callback(...results);
    };
    return query.apply(this, args);
  }
  const result = query.apply(this, args);
  if (!(result instanceof Promise)) return result;
  return answered(result, step, connection);
};
/** A statement's result, which its caller sees after the step has ended, or never. */
async function answered(result: Promise<unknown>, step: number, connection: object): Promise<unknown> {
  try {
    return await result;
  } finally {
    answer(step);
    if (isCutOff(connection)) await never();
  }
}
pg.Client.prototype.query = counted as typeof pg.Client.prototype.query;

const targets = new WeakMap<object, string>();
const waiting = new WeakMap<object, number>();

function targetOf(argument: unknown): string {
  // net.connect() passes its arguments on as one list.
  const first: unknown = Array.isArray(argument) ? argument[0] : argument;
  if (typeof first !== "object" || first === null) return String(first);
  const options = first as SocketConnectOpts & { path?: string; port?: number };
  return String(options.path ?? options.port);
}

const isDatabase = (target: string) => target === ownDatabase || target.includes(".s.PGSQL.");

const prototype = Socket.prototype as unknown as Record<"connect" | "write" | "push", Anything>;
const { connect, write, push } = prototype;
prototype.connect = function (...args) {
  targets.set(this as object, targetOf(args[0]));
  follow(this as Socket);
  return isCutOff(this as Socket) ? this : connect.apply(this, args);
};
prototype.write = function (...args) {
  const socket = this as Socket;
  if (isCutOff(socket)) return true;
  const target = targets.get(socket);
  if (target === undefined) recordEvent();
  else if (!isDatabase(target)) {
    const what = `${target} ${String(args[0]).slice(0, 60)}`;
    waiting.set(socket, begin("call", what, { partOf: waiting.get(socket) }));
  }
  return isCutOff(socket) ? true : write.apply(this, args);
};
prototype.push = function (...args) {
  if (isCutOff(this as Socket)) return false;
  const step = waiting.get(this as object);
  if (step !== undefined) {
    waiting.delete(this as object);
    // The connection was closed without a response.
    if (args[0] === null) endStep(step);
    else answer(step);
  }
  return isCutOff(this as Socket) ? false : push.apply(this, args);
};
