import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, errorAt, fill, holdCalls, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("a site without a contact email shows that money alerts reach nobody, until it has one", async () => {
  const app = await openApp(site, "/admin", { as: admin });
  const { screen, user, go, queryClient } = app;
  await user.click(await screen.findByRole("link", { name: /Add a contact email to get alerts/ }));
  fill(await screen.findByRole("textbox", { name: /^Contact email/ }), "hello@example.com");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findAllByText("Settings saved");
  await go("/admin");
  await screen.findByRole("heading", { level: 1, name: "Admin" });
  await waitFor(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(/Add a contact email/)).toBeNull();
});

test("a setting that the server rejects shows an error at its field, keeps what was typed, and is saved once valid", async () => {
  const app = await openApp(site, "/admin?section=settings", { as: admin });
  const { screen, user, network } = app;
  const field = await screen.findByLabelText(/^Instagram/);
  fill(field, "https://evil.example.com");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(errorAt(field)).toContain("Enter a link like https://instagram.com/yourname"));
  expect(valueOf(field)).toBe("https://evil.example.com");
  fill(field, "https://instagram.com/example.events");
  network.cut();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("You're offline or the site isn't responding. Try again.");
  expect(valueOf(field)).toBe("https://instagram.com/example.events");
  network.restore();
  const sent = network.callsTo("POST", /\/api\/admin\/settings$/).length;
  const letGo = holdCalls(app, "POST", /\/api\/admin\/settings$/);
  await user.dblClick(screen.getByRole("button", { name: "Save" }));
  letGo();
  await screen.findAllByText("Settings saved");
  await screen.findByText("No changes");
  expect(network.callsTo("POST", /\/api\/admin\/settings$/)).toHaveLength(sent + 1);
  expect((await admin.get("/api/site")).text).toContain("https://instagram.com/example.events");

  fill(screen.getByLabelText(/^Instagram/), "");
  await screen.findByText("1 unsaved change");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(valueOf(screen.getByLabelText(/^Instagram/))).toBe("https://instagram.com/example.events");
});

test("the activity log shows a setting's old and new value", async () => {
  for (const contactEmail of ["hello@example.com", null])
    expect((await admin.post("/api/admin/settings", { contactEmail })).status).toBe(200);
  const { screen, user, address } = await openApp(site, "/admin?section=audit", { as: admin });
  await waitFor(() => expect(document.querySelector("option[value=setting]")).not.toBeNull());
  await user.selectOptions(screen.getByLabelText("About"), "setting");
  await waitFor(() => expect(address()).toMatch(/kind=setting/));
  await waitFor(() => {
    const first = screen.getAllByRole("row")[1]!;
    expect(first.querySelector("del")?.textContent).toBe("hello@example.com");
    expect(first.textContent).toContain("removed");
  });
  const { text } = await admin.get("/api/admin/audit.csv?kind=setting");
  const lines = text.split("\r\n").filter((line) => line.includes("settings.changed"));
  expect(lines.filter((line) => line.includes("hello@example.com"))).toHaveLength(2);
});

test("errors are selected by keyboard, marked as resolved together, and the change is undone", async () => {
  for (const name of ["one", "two"]) {
    const body = { message: `Error: ${name}`, stack: "at a (b.js:1:1)", route: "/shop", release: "1.0.0" };
    await site.anon.post("/api/errors", body);
  }
  const errorReports = async () => (await admin.get("/api/admin/errors")).body.items;
  await expect.poll(async () => (await errorReports()).length).toBe(2);
  const app = await openApp(site, "/admin?section=errors", { as: admin });
  const { screen, user } = app;
  (await screen.findByRole("link", { name: /Error: one/ })).focus();
  await user.keyboard("{Enter}");
  const dialog = await dialogOf(app, /./);
  await dialog.findByText(/at a \(b\.js:1:1\)/);
  expect(await barriers()).toEqual([]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  screen.getByLabelText("Select all on this page").focus();
  await user.keyboard(" ");
  await screen.findByText("2 selected");
  expect(await barriers()).toEqual([]);
  screen.getByRole("button", { name: "Mark as resolved" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("All quiet");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
});

test("lists of events, codes and errors continue on the next page", async () => {
  for (let made = 0; made < 30; made++) await site.create.event({ title: `Crowded ${String(made).padStart(2, "0")}` });
  await sql`
    with made as (insert into stock (kind, capacity) select 'promo', 100 from generate_series(1, 30) returning id)
    insert into promo_codes (stock_id, code, kind, percent, total_limit)
    select id, 'CROWD-' || id, 'percent', 10, 100 from made`.execute(site.db);
  await site.db.deleteFrom("error_reports").execute();
  await sql`
    insert into error_reports (fingerprint, source, message, stack, route, first_release, last_release, occurrences)
    select md5('crowd-' || n), 'server', 'Crowded ' || n, '', '/', 'r', 'r', 1 from generate_series(1, 30) n`.execute(
    site.db,
  );
  for (const [section, label] of [
    ["section=events&q=crowded&sort=title", "Events"],
    ["section=promotions&q=crowd&sort=code", "Promo codes"],
    ["section=errors", "Errors"],
  ] as const) {
    const { screen, user, close } = await openApp(site, `/admin?${section}`, { as: admin });
    const rows = () =>
      within(screen.getByRole("table", { name: label }))
        .getAllByRole("row")
        .map((row) => row.textContent);
    await screen.findByText(/^1–2[05] of 30/);
    const first = rows();
    await user.click(screen.getByRole("link", { name: "Next page" }));
    await screen.findByText(/^2[16]–30 of 30/);
    const second = rows();
    expect([label, second.length > 1, second.slice(1).filter((row) => first.includes(row))]).toEqual([label, true, []]);
    await user.click(screen.getByRole("link", { name: "Previous page" }));
    await screen.findByText(/^1–2[05] of 30/);
    close();
  }
});

test("the activity log says when it was last verified, and shows an alert when someone changed it in the database", async () => {
  await admin.post("/api/admin/settings", { mailSenderName: "The Box Office" });
  const hashAndCheck = async () => {
    await site.app.runJob("audit-hashes");
    await site.app.runJob("audit-walk");
    return (await admin.get("/api/admin/audit/hash-chain")).body;
  };
  await expect.poll(hashAndCheck).toMatchObject({ status: "whole", waiting: 0 });
  const whole = await openApp(site, "/admin?section=audit", { as: admin });
  await whole.screen.findByText(/Hash chain verified/);
  await whole.screen.findByText(/No one can change or delete it/);
  expect(whole.screen.queryByRole("alert")).toBeNull();
  whole.close();

  await site.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update audit_log set staff_name = 'Somebody else' where id = (select min(id) from audit_log)`.execute(tx);
  });
  await expect.poll(hashAndCheck).toMatchObject({ status: "broken" });
  const { screen, user, address } = await openApp(site, "/admin?section=audit", { as: admin });
  const alert = (await screen.findByText(/The activity log's hash chain doesn't match/)).closest<HTMLElement>(
    "[role=alert]",
  )!;
  expect(screen.queryByText(/No one can change or delete it/)).toBeNull();
  expect(await barriers()).toEqual([]);
  await user.click(within(alert).getByRole("link", { name: "View all checks" }));
  await waitFor(() => expect(address()).toMatch(/view=checks/));
});
