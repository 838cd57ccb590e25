import type { EventSales } from "#contract/event-sales.ts";
import { wholeNumber } from "#web/features/admin/table/use-list-address.ts";

/** Where an event's orders came from: sold or comp, promo code and promoter. */
export const originFilters = {
  kind: { label: "Sold or comp", any: "Sold or comp", choices: { sold: "Sold", comp: "Comps" } },
  code: { label: "Promo code", any: "Any code", pattern: /^.{1,40}/, hidesEmpty: true },
  promoter: {
    label: "Promoter",
    pattern: wholeNumber,
    as: "promoterId",
    hidesEmpty: true,
  },
};

/** The filters only offer what this event has. */
export const originChoices = (sales: EventSales | undefined) => ({
  code: sales?.codes.map(({ code }) => ({ value: code, label: code })),
  promoter: sales?.promoters.map(({ id, name }) => ({ value: id, label: name })),
});
