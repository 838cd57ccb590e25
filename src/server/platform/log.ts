import { pino, type Logger as PinoLogger } from "pino";

export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error" | "fatal">;

/** The server's log: one JSON object per line. Cookies, tokens and link keys never reach it. */
export function createLog(level: string): PinoLogger {
  return pino({
    level,
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
  });
}
