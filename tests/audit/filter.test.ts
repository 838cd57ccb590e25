import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AuditAction } from "#contract/audit.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

/** A domain event has the same form as an action, but is emitted, handled or declared. */
const domainEvent = /(\bon\(\s*|\bemit\(\s*[\w.]+,\s*)"[a-z_.]+"|"[a-z_.]+":/g;

/** The staff actions that the server's modules name in their code, those whose noun or verb is a variable, and targets. */
function readRecordedActions() {
  const literals = new Set<string>();
  const patterns = new Set<string>();
  const kinds = new Set<string>();
  for (const file of globSync("src/server/modules/**/*.ts", { exclude: ["**/*.test.ts"] })) {
    const code = readFileSync(file, "utf8").replace(/staffActions: \[[^\]]*\]/, "");
    if (!/Action\b/.test(code)) continue;
    for (const [, name = ""] of code.replace(domainEvent, "").matchAll(/"([a-z_]+\.[a-z_]+)"/g))
      if (AuditAction.safeParse(name).success) literals.add(name);
    for (const [, name = ""] of code.matchAll(/action(?::| =) `([^`]+)`/g)) patterns.add(name);
    for (const [, kind = ""] of code.matchAll(/target(?: =|:) \{ kind: "([a-z_]+)"/g)) kinds.add(kind);
  }
  return { literals, patterns, kinds };
}

/** What a template such as `stream.${action}` can become. */
const toPattern = (template: string) =>
  new RegExp(`^${template.replaceAll(".", "\\.").replace(/\$\{[^}]+\}/g, "[a-z_]+")}$`);

test("the activity log's filter offers every action that the server names, one of each template, and their targets", async () => {
  const { body } = await (await site.as("admin")).get("/api/admin/audit/staff");
  const { literals, patterns, kinds } = readRecordedActions();
  expect(literals.size).toBeGreaterThan(100);
  expect([...literals].filter((action) => !(body.actions as string[]).includes(action))).toEqual([]);
  const isOffered = (pattern: string) => body.actions.some((action) => toPattern(pattern).test(action));
  expect(patterns.size).toBeGreaterThan(3);
  expect([...patterns].filter((pattern) => !isOffered(pattern))).toEqual([]);
  expect(kinds.size).toBeGreaterThan(15);
  expect([...kinds].filter((kind) => !body.kinds.includes(kind))).toEqual([]);
});
