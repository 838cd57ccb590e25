import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { sabotage } from "#tests/kit/sabotage.ts";
import { createSite } from "#tests/kit/site.ts";

test("a sweep that fails stands among the errors of the server with its name, and goes on when it is mended", async () => {
  let isBroken = true;
  const site = await createSite({
    sweeps: true,
    // What the mail's sweep asks for is not there: as after a migration that went wrong.
    rewriteSql: sabotage([/\bemails\b/g, "emails_gone", { when: () => isBroken }]),
  });
  try {
    const admin = await site.as("admin");
    const faults = await vi.waitFor(
      async () => {
        const { body } = await admin.get("/api/admin/errors?state=open&source=server");
        expect(body.items.map((fault: { route: string }) => fault.route)).toContain("sweep mail");
        return body.items;
      },
      { timeout: 15_000, interval: 250 },
    );
    const fault = faults.find(({ route }: { route: string }) => route === "sweep mail");
    expect(fault).toMatchObject({ source: "server", resolvedAt: null });
    expect(fault.message).toContain("emails_gone");
    isBroken = false;
    expect((await admin.post(`/api/admin/errors/${fault.id}/resolve`, {})).status).toBe(200);
    await sql`select from emails`.execute(site.db);
    await site.app.sweep("mail");
  } finally {
    await site.close();
  }
});
