import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const reorder = /\/ticket-types\/order$/;
const list = /^\/api\/admin\/events\/\d+\/ticket-types$/;

/** The tickets tab of an event that sells General before Balcony. */
async function openTickets() {
  const eventId = await site.create.event();
  await site.create.ticketType({ eventId, name: "General", position: 0 });
  await site.create.ticketType({ eventId, name: "Balcony", position: 1 });
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=tickets`, { as: admin });
  const path = `/api/admin/events/${eventId}/ticket-types` as const;
  const names = () => app.screen.queryAllByRole("article").map((row) => row.getAttribute("aria-label"));
  const saved = async () => (await admin.get(path)).body.types.map(({ name }) => name);
  await waitFor(() => expect(names()).toEqual(["General", "Balcony"]));
  return { ...app, path, names, saved };
}

test("quick moves are saved one after another, and the last one stays", async () => {
  const { screen, user, network, names, saved } = await openTickets();
  const line = Promise.withResolvers<void>();
  network.on("PUT", reorder, async (_call, reach) => {
    await line.promise;
    return reach();
  });
  await user.click(screen.getByRole("button", { name: "Move up: Balcony" }));
  expect(names()).toEqual(["Balcony", "General"]);
  await user.click(screen.getByRole("button", { name: "Move down: Balcony" }));
  expect(names()).toEqual(["General", "Balcony"]);
  await user.click(screen.getByRole("button", { name: "Move up: Balcony" }));
  expect(network.callsTo("PUT", reorder)).toHaveLength(1);
  line.resolve();
  await waitFor(() => expect(network.callsTo("PUT", reorder)).toHaveLength(3));
  await expect.poll(saved).toEqual(["Balcony", "General"]);
  expect(names()).toEqual(["Balcony", "General"]);
});

test("a list requested before a move was saved, and received after it, does not undo the move", async () => {
  const { screen, user, network, queryClient, names, saved, path } = await openTickets();
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  network.on("PUT", reorder, async (_call, reach) => {
    // The page fetches the list every few seconds, even while a move is being saved.
    void queryClient.refetchQueries({ queryKey: [path] });
    await asked.promise;
    return reach();
  });
  network.on("GET", list, async (_call, reach) => {
    const old = await reach();
    asked.resolve();
    await late.promise;
    setTimeout(arrived.resolve, 0);
    return old;
  });
  await user.click(screen.getByRole("button", { name: "Move up: Balcony" }));
  await expect.poll(saved).toEqual(["Balcony", "General"]);
  await waitFor(() =>
    expect(queryClient.getQueryData<{ types: { name: string }[] }>([path])?.types[0]?.name).toBe("Balcony"),
  );
  late.resolve();
  await arrived.promise;
  await waitFor(() => expect(queryClient.isFetching({ queryKey: [path] })).toBe(0));
  expect(names()).toEqual(["Balcony", "General"]);
});

test("a move that fails to save is undone, and the page says why", async () => {
  const { screen, user, network, names, saved } = await openTickets();
  network.cut();
  await user.click(screen.getByRole("button", { name: "Move up: Balcony" }));
  await screen.findByText("The new sort order wasn't saved");
  await screen.findByText("You're offline or the site isn't responding. Try again.");
  await waitFor(() => expect(names()).toEqual(["General", "Balcony"]));
  network.restore();
  expect(await saved()).toEqual(["General", "Balcony"]);
});
