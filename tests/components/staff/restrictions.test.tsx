import { randomUUID } from "node:crypto";
import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoom } from "#tests/chat/kit.ts";
import { openCommunity, post } from "#tests/community/kit.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import { breakReads, dialogOf, fill, holdCalls } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { networkWithChannel } from "#tests/components/streams/live-kit.ts";
import type { Client, Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let mona: Client;
beforeAll(async () => {
  site = await openCommunity();
  [admin, mona] = [await site.as("admin", "ada"), await site.as("moderator", "mona")];
});
afterAll(() => site.close());

const key = () => ({ "idempotency-key": randomUUID() });
async function restrictAll(who: Client) {
  const roomId = await createRoom(site);
  const ban = { personId: who.id, seconds: null, isEverywhere: true, reason: "Spam in chat" };
  await mona.post(`/api/chat/rooms/${roomId}/bans`, ban);
  await mona.post(`/api/chat/rooms/${roomId}/bans`, { ...ban, seconds: 3600, isEverywhere: false, reason: "Loud" });
  await mona.post(`/api/chat/rooms/${roomId}/unban`, { personId: who.id, isEverywhere: false, reason: "Calm again" });
  const mute = { kind: "mute", seconds: 7200, reason: "Rude posts" };
  await mona.call("POST", `/api/community/people/${who.id}/actions`, mute, key());
  await admin.post(`/api/admin/users/${who.id}/suspend`, { reason: "Stolen card" });
}
const listIn = async (screen: Pick<ReturnType<typeof within>, "findByRole">) =>
  within(await screen.findByRole("region", { name: "Restrictions" }));
const textOf = (lines: HTMLElement[]) => lines.map(({ textContent }) => textContent);

test("an account's page lists what keeps the person out, and what did; unsuspending shows there", async () => {
  const member = await site.as("user", "kept_out");
  await restrictAll(member);
  const app = await openApp(site, `/admin?section=users&id=${member.id}`, { as: admin });
  const { screen, user } = app;
  const list = await listIn(screen);
  expect(textOf(await list.findAllByRole("listitem"))).toEqual([
    expect.stringMatching(/^Account suspendedStolen card.*, no end date · by adaActive$/),
    expect.stringMatching(/^Muted in the communityRude posts.* until .* · by monaActive$/),
    expect.stringMatching(/^Banned from every chatSpam in chat.*, no end date · by monaActive$/),
    expect.stringMatching(/^Timed out in one chat roomLoud.* until .* · by monaLifted .* · by monaLifted$/),
  ]);
  expect(await barriers()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Unsuspend" }));
  const dialog = await dialogOf(app, "Unsuspend account");
  fill(dialog.getByLabelText(/^Reason/), "Paid by bank");
  await user.click(dialog.getByRole("button", { name: "Unsuspend" }));
  const lifted = /^Account suspended.*Lifted .* · by adaLifted$/;
  await waitFor(() => expect(textOf(list.getAllByRole("listitem"))[2]).toMatch(lifted));
  app.close();
});

test("the page of a customer with an account has the same list, and that of a guest has none", async () => {
  const [member, guest] = [await site.as("user"), await site.as("guest")];
  const ticketTypeId = await site.create.ticketType();
  const [theirs, other] = [
    await site.buy(member, [{ ticketTypeId, quantity: 1 }]),
    await site.buy(guest, [{ ticketTypeId, quantity: 1 }], "approve", {
      buyer: { name: "Gia", email: "gia@example.com" },
    }),
  ];
  await restrictAll(member);
  const first = await openApp(site, `/admin?section=customers&id=${theirs.body.id}`, { as: admin });
  expect(await (await listIn(first.screen)).findAllByRole("listitem")).toHaveLength(4);
  first.close();
  const second = await openApp(site, `/admin?section=customers&id=${other.body.id}`, { as: admin });
  await second.screen.findByText("Net spend");
  expect(second.screen.queryByRole("region", { name: "Restrictions" })).toBeNull();
  second.close();
});

test("a moderator sees those of chat and the community on the person's sheet", async () => {
  const member = await site.as("user", "kept_out_too");
  const { id } = (await post(member, "Very loud")).body;
  await restrictAll(member);
  const { screen, user, close } = await openApp(site, `/community?post=${id}`, {
    network: networkWithChannel(site, mona).network,
  });
  await user.click((await screen.findAllByRole("button", { name: /^More about this post/ }))[0]!);
  await user.click(await screen.findByRole("menuitem", { name: "Moderate kept_out_too" }));
  const list = await listIn(await dialogOf({ screen }, "Moderate kept_out_too"));
  const lines = textOf(await list.findAllByRole("listitem"));
  expect(lines.map((line) => /^(Muted|Banned|Timed out)/.exec(line)?.[0])).toEqual(["Muted", "Banned", "Timed out"]);
  close();
});

test("someone without any says so; while it loads nothing is said, and what didn't load can be tried again", async () => {
  const member = await site.as("user");
  const network = createNetwork(site.app, { token: admin.token });
  const path = /\/restrictions$/;
  const repair = breakReads({ network }, path);
  const { screen, user, close } = await openApp(site, `/admin?section=users&id=${member.id}`, { network });
  await screen.findByText("Restrictions didn't load");
  repair();
  const release = holdCalls({ network }, "GET", path);
  const list = await listIn(screen);
  await user.click(list.getByRole("button", { name: "Try again" }));
  expect(list.queryByText("No bans, mutes or suspensions.")).toBeNull();
  release();
  await list.findByText("No bans, mutes or suspensions.");
  expect(list.queryByRole("button")).toBeNull();
  close();
});
