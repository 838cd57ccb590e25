import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

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
  const eventId = await site.make.event();
  await site.make.ticketType({ eventId, name: "General", position: 0 });
  await site.make.ticketType({ eventId, name: "Balcony", position: 1 });
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=tickets`, { as: admin });
  const path = `/api/admin/events/${eventId}/ticket-types`;
  const names = () => app.screen.queryAllByRole("article").map((row) => row.getAttribute("aria-label"));
  const kept = async () => (await admin.get(path)).body.types.map(({ name }: { name: string }) => name);
  await waitFor(() => expect(names()).toEqual(["General", "Balcony"]));
  return { ...app, path, names, kept };
}

test("two quick moves are saved one after the other, and the last one stays", async () => {
  const { screen, user, network, names, kept } = await openTickets();
  const line = Promise.withResolvers<void>();
  network.on("PUT", reorder, async (_call, reach) => {
    await line.promise;
    return reach();
  });
  await user.click(screen.getByRole("button", { name: "Balcony up" }));
  expect(names()).toEqual(["Balcony", "General"]);
  await user.click(screen.getByRole("button", { name: "Balcony down" }));
  expect(names()).toEqual(["General", "Balcony"]);
  await user.click(screen.getByRole("button", { name: "Balcony up" }));
  expect(network.callsTo("PUT", reorder)).toHaveLength(1);
  line.resolve();
  await waitFor(() => expect(network.callsTo("PUT", reorder)).toHaveLength(3));
  await expect.poll(kept).toEqual(["Balcony", "General"]);
  expect(names()).toEqual(["Balcony", "General"]);
});

test("a list that was asked for before a move was saved, and answers after it, does not put the move back", async () => {
  const { screen, user, network, queryClient, names, kept, path } = await openTickets();
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  network.on("PUT", reorder, async (_call, reach) => {
    // The page asks for the list every few seconds, also while a move is on its way.
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
  await user.click(screen.getByRole("button", { name: "Balcony up" }));
  await expect.poll(kept).toEqual(["Balcony", "General"]);
  await waitFor(() =>
    expect(queryClient.getQueryData<{ types: { name: string }[] }>([path])?.types[0]?.name).toBe("Balcony"),
  );
  late.resolve();
  await arrived.promise;
  await waitFor(() => expect(queryClient.isFetching({ queryKey: [path] })).toBe(0));
  expect(names()).toEqual(["Balcony", "General"]);
});

test("a move that the server refuses is taken back, and says why", async () => {
  const { screen, user, network, names, kept } = await openTickets();
  network.cut();
  await user.click(screen.getByRole("button", { name: "Balcony up" }));
  await screen.findByText("The order is as it was");
  await screen.findByText("The network is gone or the site does not answer.");
  await waitFor(() => expect(names()).toEqual(["General", "Balcony"]));
  network.restore();
  expect(await kept()).toEqual(["General", "Balcony"]);
});
