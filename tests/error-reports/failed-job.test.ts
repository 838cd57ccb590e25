import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { sabotage } from "#testing/sabotage.ts";
import { createSite } from "#testing/site.ts";

test("a failing job is listed among server errors with its name, and works again once fixed", async () => {
  let isBroken = true;
  const site = await createSite({
    jobs: true,
    // The mail job's table is missing, as after a failed migration.
    rewriteSql: sabotage([/\bemails\b/g, "emails_gone", { when: () => isBroken }]),
  });
  try {
    const admin = await site.as("admin");
    const errorReports = await vi.waitFor(
      async () => {
        const { body } = await admin.get("/api/admin/errors?status=open&source=server");
        expect(body.items.map((errorReport: { route: string }) => errorReport.route)).toContain("job mail");
        return body.items;
      },
      { timeout: 60_000, interval: 250 },
    );
    const errorReport = errorReports.find(({ route }: { route: string }) => route === "job mail");
    expect(errorReport).toMatchObject({ source: "server", resolvedAt: null });
    expect(errorReport!.message).toContain("emails_gone");
    isBroken = false;
    expect((await admin.post(`/api/admin/errors/${errorReport!.id}/resolve`, {})).status).toBe(200);
    await sql`select from emails`.execute(site.db);
    await site.app.runJob("mail");
  } finally {
    await site.close();
  }
});
