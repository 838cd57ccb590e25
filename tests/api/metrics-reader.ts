import type { Client } from "#testing/site.ts";

/** Every value of `/metrics` by its name and labels, as written. */
export async function readMetrics(who: Client): Promise<Map<string, number>> {
  const { text } = await who.get("/metrics");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}
