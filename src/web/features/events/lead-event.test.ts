import { expect, test } from "vitest";
import type { EventSummary } from "#contract/events/events.ts";
import { leadEvent, mustLookFurther } from "./next-event.tsx";

const events = (...all: string[]) =>
  all.map((each, id) => {
    const [saleStatus, status = "on"] = each.split(" ");
    return { id, saleStatus, status } as unknown as EventSummary;
  });

test.each([
  [["sold_out", "on_sale"], 1],
  [["ended", "in_carts", "scheduled", "nearly_gone"], 3],
  [["ended canceled", "ended postponed", "free"], 2],
  [["on_sale canceled", "free postponed", "sold_out"], 2],
  [["on_sale", "free"], 0],
  [["sold_out", "scheduled", "in_carts"], 2],
  [["sold_out", "scheduled"], 1],
  [["ended canceled", "ended postponed"], 1],
])("of %j, the home page leads with number %i", (all, lead) => {
  expect(leadEvent(events(...all))?.id).toBe(lead);
});

test("without events there is nothing to lead with", () => {
  expect(leadEvent([])).toBeUndefined();
});

test("the home page looks further ahead only if the next events are all unavailable and there are more", () => {
  expect(mustLookFurther({ items: events("sold_out"), total: 2 })).toBe(true);
  expect(mustLookFurther({ items: events("sold_out"), total: 1 })).toBe(false);
  expect(mustLookFurther({ items: events("sold_out", "free"), total: 9 })).toBe(false);
});
