import { expect, test } from "vitest";
import { type PromoCode, PromoCodeDraft } from "#contract/promotions/promo-codes.ts";
import { type CodeFields, draftOf, fieldsOf } from "./code-terms.tsx";

const zone = "America/New_York";
const code = {
  id: 3,
  code: "MASBAND5",
  note: "Street team",
  event: { id: 7, title: "Last Lap", slug: "last-lap", startsAt: "2026-11-28T03:00:00.000Z", timeZone: zone },
  ticketTypes: [{ id: 12, name: "VIP" }],
  discount: { kind: "per_unit", amountCents: 550 },
  currency: "USD",
  startsAt: "2026-11-01T04:00:00.000Z",
  endsAt: "2026-11-28T05:00:00.000Z",
  totalLimit: 60,
  personLimit: null,
  unitLimit: 4,
  minimumCents: 2000,
} as PromoCode;

test("a code that is opened and saved again stays the same", () => {
  expect(PromoCodeDraft.parse(draftOf(fieldsOf(code, undefined)))).toEqual({
    code: "MASBAND5",
    note: "Street team",
    eventId: 7,
    ticketTypeIds: [12],
    discount: { kind: "per_unit", amountCents: 550 },
    startsAt: "2026-11-01T04:00:00.000Z",
    endsAt: "2026-11-28T05:00:00.000Z",
    totalLimit: 60,
    unitLimit: 4,
    minimumCents: 2000,
    currency: "USD",
  });
});

test("an empty form is for all events, or for the event where it was opened, and has no limits", () => {
  expect(PromoCodeDraft.parse(draftOf({ ...fieldsOf(undefined, undefined), code: " SOCA10 " }))).toEqual({
    code: "SOCA10",
    note: "",
    discount: { kind: "percent", percent: 10 },
    currency: "USD",
  });
  expect(fieldsOf(undefined, 9).eventId).toBe("9");
});

test.each<[Partial<CodeFields>, string]>([
  [{ code: "ab" }, "code"],
  [{ code: "two words" }, "code"],
  [{ kind: "percent", percent: "101" }, "discount.percent"],
  [{ kind: "percent", percent: "0" }, "discount.percent"],
  [{ kind: "per_order", amount: "" }, "discount.amountCents"],
  [{ kind: "per_unit", amount: "5.555" }, "discount.amountCents"],
  [{ totalLimit: "0" }, "totalLimit"],
  [{ personLimit: "1.5" }, "personLimit"],
])("%o has its error at its field", (change, path) => {
  const result = PromoCodeDraft.safeParse(draftOf({ ...fieldsOf(code, undefined), ...change }));
  expect(result.error?.issues[0]?.path.join(".")).toBe(path);
});
