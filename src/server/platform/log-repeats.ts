import { levels, type Logger, type LogFn, type LoggerOptions } from "pino";
import { currentRequest, outsideRequests } from "./current-request.ts";

const collapseMs = 10_000;
/** More different lines than this at once are logged as they come. */
const maxKinds = 500;
const maxIds = 50;

interface RepeatedLine {
  repeats: number;
  /** Of the requests whose lines were left out, so that a number from an error message finds the line. */
  requestIds: string[];
  sum: () => void;
}

type LogMethod = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

/** Collapses repeated lines of one log. */
export interface Repeats {
  logMethod: LogMethod;
  /** Logs the counts so far. For the end of the process. */
  flush(): void;
}

/**
 * Logs the first of many identical warnings or errors at once, and of the others one line per interval with their
 * number: an outage must not bury its cause, nor fill the disk.
 */
export function collapseRepeats(everyMs = collapseMs): Repeats {
  const kinds = new Map<string, RepeatedLine>();

  function begin(key: string, logger: Logger, args: unknown[], method: LogFn): void {
    const [detail, text] = typeof args[0] === "string" ? [undefined, args[0]] : [args[0], args[1]];
    const kind: RepeatedLine = {
      repeats: 0,
      requestIds: [],
      sum() {
        const { repeats, requestIds } = kind;
        if (repeats === 0) return;
        Object.assign(kind, { repeats: 0, requestIds: [] });
        const whose = requestIds.length > 0 ? { requestIds } : {};
        method.call(logger, { ...shortly(detail), repeats, ...whose }, `${String(text)} (repeated)`);
      },
    };
    kinds.set(key, kind);
    const timer = outsideRequests(() => setInterval(check, everyMs).unref());
    function check() {
      if (kind.repeats > 0) return kind.sum();
      clearInterval(timer);
      kinds.delete(key);
    }
  }

  return {
    logMethod(args, method, level) {
      const key = level < levels.values.warn! ? undefined : keyOf(level, args);
      const known = key === undefined ? undefined : kinds.get(key);
      if (known === undefined) {
        if (key !== undefined && kinds.size < maxKinds) begin(key, this, args, method);
        return method.apply(this, args);
      }
      known.repeats++;
      const id = currentRequest()?.id;
      if (id !== undefined && known.requestIds.length < maxIds) known.requestIds.push(id);
    },
    flush: () => kinds.forEach(({ sum }) => sum()),
  };
}

interface LoggedError extends Error {
  code?: string;
}

/** Two lines are the same if their text, job or page, and the place of their error are. */
function keyOf(level: number, args: unknown[]): string {
  const [detail] = args as [{ err?: LoggedError; job?: string; page?: string } | string];
  if (typeof detail === "string") return `${level} ${detail}`;
  const { err, job, page } = detail;
  const place = err?.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  return [level, args[1], job, page, err?.code, err?.message, place].join("\n");
}

/** What repeats say again: not the stack, which the first line has. */
function shortly(detail: unknown): object {
  const { err, job, page } = Object(detail) as { err?: LoggedError; job?: string; page?: string };
  return { ...(err ? { error: err.message } : {}), ...(job ? { job } : {}), ...(page ? { page } : {}) };
}
