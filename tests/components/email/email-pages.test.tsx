import { act, waitFor, within } from "@testing-library/react";
import type { Editor } from "@tiptap/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consentText } from "#contract/consent/text.ts";
import { openCampaignSite, launch, addReaders, sendAll } from "#tests/campaigns/kit.ts";
import { readHeader, type Behavior } from "#testing/mail-server.ts";
import { fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";

let reply: Behavior = "take";
let opened: Awaited<ReturnType<typeof openCampaignSite>>;
beforeAll(async () => {
  opened = await openCampaignSite(() => reply);
  await addReaders(opened.site, 3);
});
afterAll(() => opened.close());

test.for([
  ["", "Failures"],
  ["templates", "Order confirmed"],
  ["campaigns", "New campaign"],
  ["audiences", "No saved audiences"],
  ["automations", "No automations"],
  ["suppressions", "No suppressed addresses"],
  ["settings", "Email doctor"],
])("the section “%s” of the email pages opens", async ([section, text]) => {
  const { screen, close } = await openApp(opened.site, `/email-management?section=${section}`, { as: opened.admin });
  await screen.findAllByText(text!);
  expect(screen.getByRole("navigation", { name: "Email sections" }).querySelectorAll("[aria-current]")).toHaveLength(1);
  close();
});

test("a draft is written, counted, saved and sent to the number of people that the sender confirms", async () => {
  const { site, admin, server } = opened;
  const { screen, network, user, close } = await openApp(site, "/email-management?section=campaigns&new=1", {
    as: admin,
  });
  fill(await screen.findByLabelText("Name"), "Carnival presale");
  fill(screen.getByLabelText("Subject"), "The presale is open");
  const text = await screen.findByRole<HTMLElement & { editor: Editor }>("textbox", { name: "Text" });
  act(
    () => void text.editor.commands.setContent("<p>Get <strong>your</strong> tickets first.</p>", { emitUpdate: true }),
  );
  await screen.findByText("3 people");
  await user.click(screen.getByRole("button", { name: "Save draft" }));
  await user.click(await screen.findByRole("button", { name: "Send or schedule" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send campaign" }));
  await user.click(await dialog.findByRole("button", { name: "Send to 3 people" }));
  await waitFor(() => expect(network.callsTo("POST", /\/schedule$/)).toHaveLength(1));
  await screen.findByRole("progressbar", { name: "Progress" });
  await sendAll(site);
  const taken = server.taken.filter((mail) => readHeader(mail, "subject") === "The presale is open");
  expect(taken).toHaveLength(3);
  const { items } = (await admin.get("/api/admin/campaigns")).body;
  const { id } = items.find(({ name }) => name === "Carnival presale")!;
  expect((await admin.get(`/api/admin/campaigns/${id}`)).body.content.body).toBe("Get **your** tickets first.");
  close();
});

test("a campaign that the email server refuses says what it said and what to do, and goes on once that's mended", async () => {
  const { site, admin } = opened;
  reply = "550 5.7.1 Relaying denied";
  const id = await launch(admin, { name: "Road march list" });
  await sendAll(site);
  const { screen, user, close } = await openApp(site, `/email-management?section=campaigns&id=${id}`, { as: admin });
  const callout = await screen.findByRole("alert");
  expect(callout.textContent).toMatch(/refused this campaign, so we paused it.*username and password in SMTP_URL/);
  expect(within(callout).getByText("550 5.7.1 Relaying denied").tagName).toBe("Q");
  close();

  const overview = await openApp(site, "/email-management", { as: admin });
  expect((await overview.screen.findByRole("alert")).textContent).toMatch(/Your email server is refusing \d emails?/);
  overview.close();

  reply = "take";
  const again = await openApp(site, `/email-management?section=campaigns&id=${id}`, { as: admin });
  await user.click(await again.screen.findByRole("button", { name: "Resume" }));
  await waitFor(() => expect(again.screen.queryByRole("alert")).toBeNull());
  await sendAll(site);
  await again.screen.findByText("3 of 3 done", {}, { timeout: 20_000 });
  again.close();
});

test("the preference center unsubscribes only after a press, and offers to undo it", async () => {
  const { site, admin, server } = opened;
  await launch(admin, { name: "One more" });
  await sendAll(site);
  const mail = server.taken.at(-1)!;
  const token = /token=([\w.-]{20,})/.exec(readHeader(mail, "list-unsubscribe"))![1]!;
  const { screen, network, user, close } = await openApp(site, `/events?preferences=${token}&step=unsubscribe`);
  const button = await screen.findByRole("button", { name: "Unsubscribe from news" });
  expect(network.callsTo("POST", /preferences/)).toEqual([]);
  await user.click(button);
  await screen.findByText("You're unsubscribed");
  expect(screen.getByRole("checkbox", { name: consentText })).toHaveProperty("checked", false);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Preferences saved");
  expect(screen.getByRole("checkbox", { name: consentText })).toHaveProperty("checked", true);
  close();
});

test("news by email is off in a new account, and turning it on is saved at once and can be undone", async () => {
  const { site } = opened;
  const member = await site.as("user");
  await sql`update users set email = 'selma@example.com' where id = ${member.id}`.execute(site.db);
  const { screen, user, close } = await openApp(site, "/my-tickets?section=account", { as: member });
  const section = within(await screen.findByRole("region", { name: "Emails" }));
  const box = await section.findByRole("checkbox", { name: consentText });
  expect(box).toHaveProperty("checked", false);
  await user.click(box);
  await screen.findByText("Email preferences saved");
  expect((await member.get("/api/account/email-consent")).body).toMatchObject({ news: true });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect((await member.get("/api/account/email-consent")).body.news).toBe(false));
  close();
});

test("an account without a confirmed email can't choose news yet, and says what to do", async () => {
  const { site } = opened;
  const member = await site.as("user");
  const { screen, close } = await openApp(site, "/my-tickets?section=account", { as: member });
  const section = within(await screen.findByRole("region", { name: "Emails" }));
  await section.findByText(/Confirm your email/);
  expect(section.queryAllByRole("checkbox")).toEqual([]);
  close();
});
