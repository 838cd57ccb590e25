import { Socket, type SocketConnectOpts } from "node:net";
import pg from "pg";

/**
 * Counts what a process asks of others: every SQL statement, and every write on a connection that it opened itself
 * (HTTP to a provider, each verb of SMTP). On request it kills the process right before one of them is sent, or when
 * its response has arrived and no code here has seen it yet.
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

/** Where the process dies. Steps count from 1. */
export interface CrashPoint {
  step: number;
  moment: "before" | "after";
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
  statements.clear();
  armed = true;
}

/** Every word of the SQL statements since `arm`, lowercase: the tables and functions that they name are among them. */
export function wordsOfStatements(): string[] {
  return [...new Set([...statements].flatMap((text) => text.toLowerCase().match(/[a-z_]\w*/g) ?? []))];
}

/** The steps counted since `arm`. */
export function countedSteps(): Step[] {
  noteEvent();
  return steps;
}

/** Records that something happened that others can see. */
export function noteEvent(): void {
  const last = steps.at(-1);
  if (last !== undefined) last.standsApart = true;
}

/** Steps without a response yet. */
const underWay = new Set<number>();

/** Marks all steps that run at the same time. */
function noteCompany(): void {
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
  noteCompany();
  if (point?.step === step && point.moment === "before") die();
  return step;
}

function answer(step: number): void {
  if (step === 0 || !underWay.delete(step)) return;
  steps[step - 1]!.answered = true;
  if (point?.step === step && point.moment === "after") die();
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}

type Anything = (this: unknown, ...args: unknown[]) => unknown;

const query = pg.Client.prototype.query as Anything;
const counted: Anything = function (...args) {
  const first = args[0] as string | { text?: string };
  const step = begin("sql", typeof first === "string" ? first : (first.text ?? "?"), { connection: this as object });
  const last = args.findLastIndex((argument) => typeof argument === "function");
  if (last !== -1) {
    const callback = args[last] as (...results: unknown[]) => void;
    args[last] = (...results: unknown[]) => {
      answer(step);
      callback(...results);
    };
    return query.apply(this, args);
  }
  const result = query.apply(this, args);
  // Attached first, so that the caller sees the result later.
  if (result instanceof Promise) {
    const settled = () => answer(step);
    result.then(settled, settled);
  }
  return result;
};
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
  return connect.apply(this, args);
};
prototype.write = function (...args) {
  const target = targets.get(this as object);
  if (target === undefined) noteEvent();
  else if (!isDatabase(target)) {
    const what = `${target} ${String(args[0]).slice(0, 60)}`;
    waiting.set(this as object, begin("call", what, { partOf: waiting.get(this as object) }));
  }
  return write.apply(this, args);
};
prototype.push = function (...args) {
  const step = waiting.get(this as object);
  if (step !== undefined) {
    waiting.delete(this as object);
    // The connection was closed without a response.
    if (args[0] === null) underWay.delete(step);
    else answer(step);
  }
  return push.apply(this, args);
};
