import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, faultAt, fill, holdCalls, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("a house without an address is told that mails about money reach nobody, until it has one", async () => {
  const app = await openApp(site, "/admin", { as: admin });
  const { screen, user, go, queryClient } = app;
  await user.click(await screen.findByRole("link", { name: /Mails about failed refunds and disputes reach nobody/ }));
  fill(await screen.findByRole("textbox", { name: /^Contact e-mail/ }), "house@example.com");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findAllByText("Settings saved");
  await go("/admin");
  await screen.findByRole("heading", { level: 1, name: "Admin" });
  await waitFor(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(/reach nobody/)).toBeNull();
});

test("a setting that the server refuses says so at its field, keeps what was typed, and is saved once it is right", async () => {
  const app = await openApp(site, "/admin?section=settings", { as: admin });
  const { screen, user, network } = app;
  const field = await screen.findByLabelText(/^Instagram/);
  fill(field, "https://evil.example.com");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(faultAt(field)).toContain("An https address at instagram is needed"));
  expect(valueOf(field)).toBe("https://evil.example.com");
  fill(field, "https://instagram.com/example.house");
  network.cut();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The network is gone or the site does not answer.");
  expect(valueOf(field)).toBe("https://instagram.com/example.house");
  network.restore();
  const sent = network.callsTo("POST", /\/api\/admin\/settings$/).length;
  const letGo = holdCalls(app, "POST", /\/api\/admin\/settings$/);
  await user.dblClick(screen.getByRole("button", { name: "Save" }));
  letGo();
  await screen.findAllByText("Settings saved");
  await screen.findByText("Nothing is changed.");
  expect(network.callsTo("POST", /\/api\/admin\/settings$/)).toHaveLength(sent + 1);
  expect((await admin.get("/api/house")).text).toContain("https://instagram.com/example.house");

  fill(screen.getByLabelText(/^Instagram/), "");
  await screen.findByText("1 changed");
  await user.click(screen.getByRole("button", { name: "Put back" }));
  expect(valueOf(screen.getByLabelText(/^Instagram/))).toBe("https://instagram.com/example.house");
});

test("what an admin sets stands in the log as it was and as it is", async () => {
  for (const contactEmail of ["desk@example.com", null])
    expect((await admin.post("/api/admin/settings", { contactEmail })).status).toBe(200);
  const { screen, user, address } = await openApp(site, "/admin?section=audit", { as: admin });
  await waitFor(() => expect(document.querySelector("option[value=setting]")).not.toBeNull());
  await user.selectOptions(screen.getByLabelText("About"), "setting");
  await waitFor(() => expect(address()).toMatch(/kind=setting/));
  await waitFor(() => {
    const first = screen.getAllByRole("row")[1]!;
    expect(first.querySelector("del")?.textContent).toBe("desk@example.com");
    expect(first.textContent).toContain("taken away");
  });
  const { text } = await admin.get("/api/admin/audit.csv?kind=setting");
  const lines = text.split("\r\n").filter((line) => line.includes("settings.changed"));
  expect(lines.filter((line) => line.includes("desk@example.com"))).toHaveLength(2);
});

test("errors are chosen with the keyboard, marked as mended together, and that is undone", async () => {
  for (const name of ["one", "two"]) {
    const body = { message: `Error: ${name}`, stack: "at a (b.js:1:1)", route: "/shop", release: "1.0.0" };
    await site.anon.post("/api/errors", body);
  }
  const faults = async () => (await admin.get("/api/admin/errors")).body.items;
  await expect.poll(async () => (await faults()).length).toBe(2);
  const app = await openApp(site, "/admin?section=errors", { as: admin });
  const { screen, user } = app;
  (await screen.findByRole("link", { name: /Error: one/ })).focus();
  await user.keyboard("{Enter}");
  const dialog = await dialogOf(app, /./);
  await dialog.findByText(/at a \(b\.js:1:1\)/);
  expect(await barriers()).toEqual([]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  screen.getByLabelText("Choose all on this page").focus();
  await user.keyboard(" ");
  await screen.findByText("2 rows chosen");
  expect(await barriers()).toEqual([]);
  screen.getByRole("button", { name: "Mark as mended" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("All quiet");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
});

test("lists of nights, codes and errors go on where their page ends", async () => {
  for (let made = 0; made < 30; made++) await site.make.event({ title: `Crowded ${String(made).padStart(2, "0")}` });
  await sql`
    with made as (insert into stock (kind, capacity) select 'promo', 100 from generate_series(1, 30) returning id)
    insert into promo_codes (stock_id, code, kind, percent, total_limit)
    select id, 'CROWD-' || id, 'percent', 10, 100 from made`.execute(site.db);
  await site.db.deleteFrom("faults").execute();
  await sql`
    insert into faults (fingerprint, source, message, stack, route, first_release, last_release, occurrences)
    select md5('crowd-' || n), 'server', 'Crowded ' || n, '', '/', 'r', 'r', 1 from generate_series(1, 30) n`.execute(
    site.db,
  );
  for (const [section, label] of [
    ["section=events&q=crowded&sort=title", "Nights"],
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

test("the log says until when it is whole, and says loudly when somebody changed it in the database", async () => {
  await admin.post("/api/admin/settings", { mailSenderName: "The Box Office" });
  const sealAndLook = async () => {
    await site.app.sweep("audit-seals");
    await site.app.sweep("audit-walk");
    return (await admin.get("/api/admin/audit/chain")).body;
  };
  await expect.poll(sealAndLook).toMatchObject({ state: "whole", waiting: 0 });
  const whole = await openApp(site, "/admin?section=audit", { as: admin });
  await whole.screen.findByText(/Last found whole/);
  await whole.screen.findByText(/Nobody can change or delete it/);
  expect(whole.screen.queryByRole("alert")).toBeNull();
  whole.close();

  await site.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update audit_log set staff_name = 'Somebody else' where id = (select min(id) from audit_log)`.execute(tx);
  });
  await expect.poll(sealAndLook).toMatchObject({ state: "broken" });
  const { screen, user, address } = await openApp(site, "/admin?section=audit", { as: admin });
  const alert = (await screen.findByText(/This log is not as it was written/)).closest<HTMLElement>("[role=alert]")!;
  expect(screen.queryByText(/Nobody can change or delete it/)).toBeNull();
  expect(await barriers()).toEqual([]);
  await user.click(within(alert).getByRole("link", { name: "All checks" }));
  await waitFor(() => expect(address()).toMatch(/view=checks/));
});
