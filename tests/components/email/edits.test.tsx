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
