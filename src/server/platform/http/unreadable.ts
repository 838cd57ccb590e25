import type { Socket } from "node:net";
import { AppError } from "../app-error.ts";

const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

/** Answers bytes that aren't an HTTP request, or not in time, with the headers of every response; then hangs up. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket, headers: Record<string, string>) {
  if (socket.writable && error.code !== "ECONNRESET") {
    const refusal = new AppError("invalid_input", { message: "We couldn't read this request" });
    const body = JSON.stringify(refusal.toReply());
    const lines = Object.entries({
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${statuses[error.code ?? ""] ?? "400 Bad Request"}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroy();
}
