import { waitFor } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addReaders, content, draftOf, openCampaignSite } from "#tests/campaigns/kit.ts";
import { dialogOf, fill, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
beforeAll(async () => {
  opened = await openCampaignSite();
  await addReaders(opened.site, 3);
});
afterAll(() => opened.close());

const open = (query: string) => openApp(opened.site, `/email-management?section=${query}`, { as: opened.admin });

test("an automation that is on stays on when its text is edited", async () => {
  const { admin } = opened;
  const draft = { name: "Thanks", trigger: "after_purchase", isOn: true, waitHours: 2, eventId: null, content };
  const { body: automation } = await admin.post("/api/admin/automations", draft);
  const app = await open("automations");
  await app.user.click(await app.screen.findByRole("button", { name: "Edit Thanks" }));
  const dialog = await dialogOf(app, "Edit automation");
  fill(dialog.getByLabelText("Subject"), "Thank you");
  await app.user.click(dialog.getByRole("button", { name: "Save automation" }));
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  const { items } = (await admin.get("/api/admin/automations")).body;
  const saved = items.find(({ id }: { id: number }) => id === automation.id);
  expect(saved).toMatchObject({ isOn: true, waitHours: 2, content: { ...content, subject: "Thank you" } });
  app.close();
});

test("a draft can be sent only as it is saved", async () => {
  const { body: draft } = await opened.admin.post("/api/admin/campaigns", draftOf({ name: "Road march" }));
  const { screen, user, close } = await open(`campaigns&id=${draft.id}`);
  await screen.findByRole("button", { name: "Send or schedule" });
  fill(screen.getByLabelText("Subject"), "The right date");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Send or schedule" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  await screen.findByRole("button", { name: "Send or schedule" });
  expect((await opened.admin.get(`/api/admin/campaigns/${draft.id}`)).body.content.subject).toBe("The right date");
  close();
});

test("a template that is reset shows our text, and saving it again is no conflict", async () => {
  const { admin } = opened;
  const url = "/api/admin/email-texts/order_confirmation";
  const { body: before } = await admin.get(url);
  await admin.call("PUT", url, { ...before.text, subject: "You're going to {{event}}", version: before.version });
  const { screen, user, close } = await open("templates&kind=order_confirmation");
  const subject = await screen.findByLabelText(/^Subject/);
  expect(valueOf(subject)).toBe("You're going to {{event}}");
  await user.click(screen.getByRole("button", { name: /^Reset to/ }));
  await waitFor(() => expect(valueOf(screen.getByLabelText(/^Subject/))).toBe(before.defaultText.subject));
  fill(screen.getByLabelText(/^Subject/), "See you at {{event}}");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Template saved");
  expect((await admin.get(url)).body.text).toEqual({ ...before.text, subject: "See you at {{event}}" });
  close();
});

test("Undo brings back the text that a reset replaced", async () => {
  const { admin } = opened;
  const url = "/api/admin/email-texts/order_confirmation";
  const { body: before } = await admin.get(url);
  await admin.call("PUT", url, { ...before.text, subject: "Our own words", version: before.version });
  const { screen, user, close } = await open("templates&kind=order_confirmation");
  await user.click(await screen.findByRole("button", { name: /^Reset to/ }));
  await waitFor(() => expect(valueOf(screen.getByLabelText(/^Subject/))).toBe(before.defaultText.subject));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(async () => expect((await admin.get(url)).body.text.subject).toBe("Our own words"));
  close();
});

test("an audience of another event has none of the former event's ticket types, and its count is its own", async () => {
  const { site, admin } = opened;
  const [former, other] = [
    await site.create.event({ title: "Soca Supper" }),
    await site.create.event({ title: "Zouk Brunch" }),
  ];
  const ticketTypeId = await site.create.ticketType({ eventId: former, name: "Early" });
  const audience = { holdsEventIds: [former], ticketTypeIds: [ticketTypeId] };
  const { body: saved } = await admin.post("/api/admin/audiences", { name: "Early birds", audience });
  const app = await open("audiences");
  await app.user.click(await app.screen.findByRole("button", { name: "Edit Early birds" }));
  const dialog = await dialogOf(app, "Edit audience");
  expect((await dialog.findByRole<HTMLInputElement>("checkbox", { name: "Early (0)" })).checked).toBe(true);
  await dialog.findByText("0 people");
  await app.user.selectOptions(dialog.getByLabelText(/^Has a ticket for/, { selector: "select" }), String(other));
  // The former count says nothing of the audience as it is now.
  expect(dialog.queryByText("0 people")).toBeNull();
  await app.user.click(dialog.getByRole("button", { name: /^Remove .*Soca Supper/ }));
  await app.user.click(dialog.getByRole("button", { name: "Save audience" }));
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  const { items } = (await admin.get("/api/admin/audiences")).body;
  expect(items.find(({ id }: { id: number }) => id === saved.id)!.audience).toEqual({ holdsEventIds: [other] });
  await admin.call("DELETE", `/api/admin/audiences/${saved.id}`, {});
  app.close();
});

test("an email from before there was a server has no time of sending in the outbox", async () => {
  const { site } = opened;
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event() });
  const buyer = { name: "Ines Duval", email: "ines@example.com" };
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
  await site.app.runJob("mail");
  const { screen, close } = await open("messages");
  const sentCell = async () => {
    const cells = (await screen.findByText("ines@example.com")).closest("tr")!.children;
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    return cells[heads.indexOf("Sent")]!.textContent;
  };
  expect(await sentCell()).toMatch(/ago|now/);
  close();
  await sql`update emails set status = 'not_sent' where to_address = 'ines@example.com'`.execute(site.db);
  const { screen: later, close: closeLater } = await open("messages");
  await later.findByText("Not sent", { selector: "td *" });
  expect(await sentCell()).toBe("–");
  closeLater();
});

test("the preview of a template shows what is typed, and a test sends that", async () => {
  const { screen, user, network, close } = await open("templates&kind=order_confirmation");
  fill(await screen.findByLabelText(/^Subject/), "Bring your flag, {{event}}");
  fill(screen.getByLabelText(/^Intro/), "Doors at nine.");
  await screen.findByText(/^Bring your flag, (?!\{)/);
  const previews = network.callsTo("GET", /\/preview\?/).map(({ path }) => new URLSearchParams(path.split("?")[1]));
  expect(previews.at(-1)!.get("intro")).toBe("Doors at nine.");
  fill(screen.getByLabelText("Send a test to"), "me@example.com");
  await user.click(screen.getByRole("button", { name: "Send test" }));
  await waitFor(() => expect(network.callsTo("POST", /\/test$/)).toHaveLength(1));
  expect(JSON.parse(network.callsTo("POST", /\/test$/)[0]!.body!)).toMatchObject({
    subject: "Bring your flag, {{event}}",
    intro: "Doors at nine.",
    email: "me@example.com",
  });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByText(/^Bring your flag/)).toBeNull());
  close();
});

/** The dialog that sends a new draft, with a date and time chosen to be typed. */
async function openSending(name: string) {
  const { id } = (await opened.admin.post("/api/admin/campaigns", draftOf({ name }))).body;
  const app = await open(`campaigns&id=${id}`);
  await app.user.click(await app.screen.findByRole("button", { name: "Send or schedule" }));
  const dialog = await dialogOf(app, "Send campaign");
  await app.user.selectOptions(await dialog.findByLabelText("When"), "At a date and time");
  const press = () => dialog.getByRole<HTMLButtonElement>("button", { name: /^(Schedule for|Send to) 3 people$/ });
  const send = async () => {
    await app.user.click(press());
    await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
    const { body } = await opened.admin.get(`/api/admin/campaigns/${id}`);
    app.close();
    await sql`delete from campaigns where id = ${id}`.execute(opened.site.db);
    return body;
  };
  return { ...app, dialog, press, send };
}

test("a campaign is scheduled at the local time that its sender types", async () => {
  const { dialog, press, user, send } = await openSending("Planned");
  expect(press().disabled).toBe(true);
  fill(dialog.getByLabelText(/^Date and time/), "2040-12-05T20:00");
  await user.selectOptions(dialog.getByLabelText("Time zone"), "America/Chicago");
  expect(press().textContent).toBe("Schedule for 3 people");
  expect(await send()).toMatchObject({
    status: "scheduled",
    scheduledAt: "2040-12-06T02:00:00.000Z",
    timeZone: "America/Chicago",
    confirmedCount: 3,
  });
});

test("a campaign that is sent now leaves now, whatever date was typed before", async () => {
  const { dialog, press, user, send } = await openSending("Soon");
  fill(dialog.getByLabelText(/^Date and time/), "2040-12-05T20:00");
  await user.selectOptions(dialog.getByLabelText("When"), "Now");
  expect(dialog.queryByLabelText(/^Date and time/)).toBeNull();
  expect(press().textContent).toBe("Send to 3 people");
  expect(Date.parse((await send()).scheduledAt!)).toBeLessThan(Date.parse("2040-01-01"));
});

test("automations say what they do and sent, are turned on and off, and only one that is off can be deleted", async () => {
  const { admin, site } = opened;
  await sql`delete from automations`.execute(site.db);
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const draft = { trigger: "win_back", isOn: false, waitHours: 48, eventId: null, content };
  await admin.post("/api/admin/automations", { ...draft, name: "Come back" });
  await admin.post("/api/admin/automations", {
    ...draft,
    name: "Thanks",
    trigger: "after_purchase",
    isOn: true,
    eventId,
  });
  const stored = async () =>
    (await admin.get("/api/admin/automations")).body.items.map((each: any) => [each.name, each.isOn, each.waitHours]);
  const { screen, user, close } = await open("automations");
  await screen.findByText("Come back", { selector: "p" });
  const row = (name: string) => screen.getByText(name, { selector: "p" }).closest("li")!;
  expect(row("Come back").textContent).toMatch(
    /^Come back Off.*2 days.*All events · Only people who opted inNothing sent yet/,
  );
  expect(row("Thanks").textContent).toMatch(/^Thanks On.*2 days.*Velvet Riddim.*Nothing sent yet/);
  expect(row("Thanks").textContent).not.toContain("opted in");
  expect(screen.queryByRole("button", { name: "Delete Thanks" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Turn on Come back" }));
  await screen.findByRole("button", { name: "Turn off Come back" });
  expect(screen.queryByRole("button", { name: "Delete Come back" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Turn off Thanks" }));
  await screen.findByRole("button", { name: "Turn on Thanks" });
  expect(await stored()).toEqual([
    ["Come back", true, 48],
    ["Thanks", false, 48],
  ]);
  await user.click(screen.getByRole("button", { name: "Delete Thanks" }));
  await waitFor(() => expect(screen.queryByText("Thanks", { selector: "p" })).toBeNull());
  expect(await stored()).toEqual([["Come back", true, 48]]);
  close();
});

test("saved audiences are described, edited as they are, and a deleted one comes back", async () => {
  const { admin } = opened;
  const audience = { city: "Brooklyn", spend: { currency: "USD", minCents: 5000 } };
  await admin.post("/api/admin/audiences", { name: "Locals", audience });
  const stored = async () =>
    (await admin.get("/api/admin/audiences")).body.items.map(({ name, audience: of }: any) => [name, of]);
  const { screen, user, close } = await open("audiences");
  const row = (await screen.findByText("Locals", { selector: "p" })).closest("li")!;
  expect(row.textContent).toMatch(/Brooklyn.*\$50/);
  await user.click(screen.getByRole("button", { name: "Edit Locals" }));
  const dialog = await dialogOf({ screen }, "Edit audience");
  fill(dialog.getByLabelText("Name"), "Brooklyn people");
  await user.click(dialog.getByRole("button", { name: "Save audience" }));
  await screen.findByRole("button", { name: "Edit Brooklyn people" });
  expect(await stored()).toEqual([["Brooklyn people", audience]]);
  await user.click(screen.getByRole("button", { name: "Delete Brooklyn people" }));
  await waitFor(async () => expect(await stored()).toEqual([]));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: "Edit Brooklyn people" });
  expect(await stored()).toEqual([["Brooklyn people", audience]]);
  close();
});
