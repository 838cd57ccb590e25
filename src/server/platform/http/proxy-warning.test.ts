import { pino } from "pino";
import { expect, test } from "vitest";
import { describeLines } from "../log.ts";
import { collapseRepeats } from "../log-repeats.ts";
import { createMetrics } from "../metrics.ts";
import { createServer } from "./server.ts";

async function warningsOf(trustProxy: number, headers: Record<string, string>) {
  const lines: string[] = [];
  const log = pino(describeLines("warn", collapseRepeats()), { write: (text: string) => void lines.push(text) });
  const app = createServer({ log, trustProxy, metrics: createMetrics() });
  app.get("/", async () => "ok");
  for (let count = 0; count < 3; count++) expect((await app.inject({ url: "/", headers })).statusCode).toBe(200);
  await app.close();
  return lines;
}

test.each([
  ["a proxy that the settings don't count is warned about once", 0, { "x-forwarded-for": "203.0.113.7" }, 1],
  ["a counted proxy is fine", 1, { "x-forwarded-for": "203.0.113.7" }, 0],
  ["no proxy is fine", 0, {}, 0],
] as [string, number, Record<string, string>, number][])("%s", async (_, trustProxy, headers, count) => {
  const warnings = await warningsOf(trustProxy, headers);
  expect(warnings).toHaveLength(count);
  for (const line of warnings) expect(line).toContain("Set TRUST_PROXY to the number of proxies");
});
