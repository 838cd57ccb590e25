import { afterAll, expect, test } from "vitest";
import { createSite } from "#testing/site.ts";

const site = await createSite();
afterAll(() => site.close());

test("events are sorted by tickets sold: a new event at once, the others after they are counted", async () => {
  const admin = site.clientOf(await site.as("admin"));
  const [quiet, loud] = [await site.create.event({ title: "Quiet" }), await site.create.event({ title: "Loud" })];
  const ticketTypeId = await site.create.ticketType({ eventId: loud });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  const list = async (sort: string) =>
    (await admin.get(`/api/admin/events?sort=${sort}`)).body.items.map(({ id, sold }: { id: number; sold: number }) => [
      id,
      sold,
    ]);
  expect(await list("sold")).toEqual([
    [quiet, 0],
    [loud, 3],
  ]);
  await site.app.runJob("event-sales");
  expect(await list("-sold")).toEqual([
    [loud, 3],
    [quiet, 0],
  ]);
});
