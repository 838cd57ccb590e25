import { expect, test } from "vitest";
import { sabotage, type Sabotage } from "./sabotage.ts";
import { createSite } from "./site.ts";

/** Opens a site with guards removed, reads the list of events and closes the site. */
async function readEvents(rewriteSql: Sabotage): Promise<number> {
  const site = await createSite({ rewriteSql });
  const { status } = await site.anon.get("/api/events");
  await site.close();
  return status;
}

test("a site closes normally when its sabotage changed statements", async () => {
  expect(await readEvents(sabotage(["from events e", "from events as e"]))).toBe(200);
});

test("a sabotage that changed nothing fails on close and names the texts that no statement contained", async () => {
  const good = ["from events e", "from events as e"] as const;
  await expect(readEvents(sabotage(["from evenings e", "from events e"]))).rejects.toThrow(
    "no statement held from evenings e",
  );
  await expect(readEvents(sabotage(good, [/limit \d+ rows/, ""]))).rejects.toThrow(/held \/limit \\d\+ rows\/$/);
  await expect(readEvents(sabotage(sabotage(good), sabotage(["nested", ""])))).rejects.toThrow("held nested");
  await expect(readEvents(sabotage([...good, { in: ["select", "elsewhere"] }]))).rejects.toThrow(
    "held from events e in select … elsewhere",
  );
  await expect(readEvents(sabotage([...good, { when: () => false }]))).rejects.toThrow("held from events e");
  await expect(readEvents(sabotage(["from events e", "from events e"]))).rejects.toThrow("held from events e");
});

test("changes apply in order, and two nodes share which ones matched", () => {
  const change = sabotage(["one", "two"], sabotage(["two", "three"]), [/(t)hree/g, "$1hirty"]);
  expect(change("select one, one")).toBe("select thirty, one");
  change.expectUsed();
  const both = sabotage(["first", ""], ["second", ""]);
  const nodes = [(text: string) => both(text), (text: string) => both(text)];
  nodes[0]!("the first");
  expect(() => both.expectUsed()).toThrow("held second");
  nodes[1]!("the second");
  both.expectUsed();
});
