import { pino, type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from "pino";
import { currentRequest } from "./current-request.ts";

export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error" | "fatal">;

/**
 * The server's log: one JSON object per line, with the ID of the request that it is about. Cookies, tokens and link keys
 * never reach it.
 *
 * @param destination where the lines go; standard output if not given
 */
export function createLog(level: string, destination?: DestinationStream): PinoLogger {
  const options: LoggerOptions = {
    level,
    mixin: () => {
      const requestId = currentRequest()?.id;
      return requestId === undefined ? {} : { requestId };
    },
    redact: {
      paths: ["req.headers.cookie", "req.headers.authorization", 'req.headers["user-id"]', 'req.headers["user-data"]'],
      remove: true,
    },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        url: request.url.replace(/([?&](?:key|token|confirm-email)=)[^&]*/g, "$1…"),
      }),
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
