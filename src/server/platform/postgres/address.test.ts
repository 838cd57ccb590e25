import { expect, test } from "vitest";
import { stopReason } from "./address.ts";

const stamp = "2026-11-25 08:00:00.000 UTC [12] ";

test.each([
  [["LOG: starting up"], undefined],
  [
    ["LOG: bad page", "FATAL: can't go on", "LOG: shutting down"],
    "LOG: bad page; FATAL: can't go on; LOG: shutting down",
  ],
  [
    [
      "FATAL: recovery ended before configured recovery target was reached",
      "LOG: startup process exited",
      "LOG: terminating any other active server processes",
      "FATAL:  the database system is in recovery mode",
      "LOG: shutting down due to startup process failure",
    ],
    "FATAL: recovery ended before configured recovery target was reached; LOG: startup process exited",
  ],
])("what a log says about the end of PostgreSQL, without what it answered to clients: %j", (lines, cause) => {
  expect(stopReason(lines.map((line) => `${stamp}${line}\n`).join(""))).toBe(cause);
});
