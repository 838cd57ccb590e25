import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test("a fan signs up for a sales reminder by keyboard, and the emailed link puts them on the list", async () => {
  const id = await site.create.event({ title: "Soca Supper" });
  await site.create.ticketType({ eventId: id, name: "General", salesStartAt: new Date(Date.now() + 3_600_000) });
  const app = await openApp(site, `/events/${id}/soca-supper`);
  const { screen, user, network } = app;
  (await screen.findByRole("button", { name: "Remind me when sales open" })).focus();
  await user.keyboard("{Enter}");
  const field = await screen.findByRole("textbox", { name: /Email/ });
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard("{Enter}");
  await screen.findByText("Enter an email like name@example.com");
  expect(network.callsTo("POST", /reminder$/)).toEqual([]);
  expect(await barriers()).toEqual([]);

  const mend = network.on("POST", /reminder$/, () => {
    throw new TypeError("Failed to fetch");
  });
  await user.type(field, "marva@example.com{Enter}");
  await screen.findByText(/^Network connection error/);
  mend();
  await user.type(field, "{Enter}");
  const message = await screen.findByText(/Check your email/);
  await vi.waitFor(() => expect(document.activeElement).toBe(message.closest("[role=status]")));
  expect(await barriers()).toEqual([]);

  await site.app.runJob("mail");
  const { rows: mails } = await sql<{ body: string }>`
    select body_text as body from emails where kind = 'interest_confirmation' and to_address = 'marva@example.com'`.execute(
    site.db,
  );
  const link = new URL(/Yes, email me: (\S+)/.exec(mails[0]!.body)![1]!);
  app.close();

  const mailed = await openApp(site, link.pathname + link.search);
  expect((await sql`select status from interests`.execute(site.db)).rows).not.toEqual([{ status: "confirmed" }]);
  await mailed.user.click(await mailed.screen.findByRole("button", { name: "Email me" }));
  await mailed.screen.findByText("You're on the list");
  expect((await sql`select status from interests`.execute(site.db)).rows).toEqual([{ status: "confirmed" }]);
  expect(await barriers()).toEqual([]);
});
