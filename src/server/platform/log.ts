import { pino, type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from "pino";
import { currentRequest } from "./current-request.ts";
import { collapseRepeats, type Repeats } from "./log-repeats.ts";

export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error" | "fatal">;

/** Most bytes that wait while the log can't be written; what comes then is dropped. */
const maxWaitingBytes = 1024 ** 2;

/**
 * The server's log: one JSON object per line, with the ID of the request that it is about. Cookies, tokens, link keys
 * and Idempotency-Keys never reach it. Repeated warnings and errors become one line with their number. A log that can't be written (full
 * disk, closed terminal) stops nothing.
 *
 * @param destination where the lines go; standard output if not given
 */
export function createLog(level: string, destination?: DestinationStream): PinoLogger {
  const repeats = collapseRepeats();
  if (level !== "silent") process.once("exit", repeats.flush);
  return pino(describeLines(level, repeats), destination ?? openOutput());
}

function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes });
  output.on("error", () => undefined);
  return output;
}

/** What the log's lines contain. */
export function describeLines(level: string, { logMethod }: Repeats): LoggerOptions {
  return {
    level,
    hooks: { logMethod },
    mixin: () => {
      const requestId = currentRequest()?.id;
      return requestId === undefined ? {} : { requestId };
    },
    redact: {
      paths: [
        "req.headers.cookie",
        "req.headers.authorization",
        'req.headers["user-id"]',
        'req.headers["user-data"]',
        'req.headers["idempotency-key"]',
      ],
      remove: true,
    },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        url: request.url.replace(/([?&](?:key|token|confirm-email|sign-in|promoter|claim|stop-email)=)[^&]*/g, "$1…"),
      }),
    },
  };
}
