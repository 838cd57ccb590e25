import { part } from "./mutant.ts";

const shop = "src/server/modules/shop";
const carts = "src/server/modules/carts";
const delivery = "src/server/modules/delivery";
const fulfillment = "src/server/modules/fulfillment";
const webShop = "src/web/features/shop";
const webCarts = "src/web/features/carts";
const webDelivery = "src/web/features/delivery";
const webFulfillment = "src/web/features/fulfillment";

export const secondShop = part({
  name: "second-shop",
  tests: [
    shop,
    "tests/shop/admin",
    "tests/shop/back-in-stock",
    "tests/shop/catalog",
    webShop,
    "tests/components/shop/product",
    "tests/components/staff/product",
  ],
  mutants: [
    {
      id: "sorted-by-a-sold-out-price",
      file: `${shop}/catalog/list-store.ts`,
      today: "coalesce(min(price_cents) filter (where status = 'on_sale'), min(price_cents)) as from_cents",
      fault: "min(price_cents) as from_cents",
      harm: "Sorted by price, a $60 jacket comes before a $20 cap because its $15 size sold out.",
    },
    {
      id: "answered-alerts-fill-the-limit",
      file: "src/server/modules/reminders/store.ts",
      today: "\n      and other.status in ('asked', 'confirmed')) < ${maxWaiting}",
      fault: ") < ${maxWaiting}",
      harm: "A fan who got many back-in-stock emails this month asks for another one and never gets it.",
    },
    {
      id: "price-filter-half-removed",
      file: `${webShop}/list/active-filters.tsx`,
      today: "without({ minCents: undefined, maxCents: undefined })",
      fault: "without({ maxCents: undefined })",
      harm: 'A shopper removes the filter "$25 to $50", and everything under $25 stays hidden.',
    },
  ],
});

export const secondCarts = part({
  name: "second-carts",
  tests: [carts, "tests/carts", "tests/components/carts", "tests/components/checkout/cart-checkout"],
  mutants: [
    {
      id: "old-price-stays-in-the-cart",
      file: `${carts}/store.ts`,
      today: "set quantity = excluded.quantity, unit_cents = excluded.unit_cents",
      fault: "set quantity = excluded.quantity",
      harm: "A buyer saw the new price and changed the quantity, and the cart never stops warning about it.",
    },
    {
      id: "undo-brings-back-one",
      file: `${webCarts}/cart-drawer.tsx`,
      today: "void setLine(removed, removed.quantity);",
      fault: "void setLine(removed, removed.minQuantity);",
      harm: "A buyer removes four tickets by mistake, presses Undo, and checks out with one.",
    },
  ],
});

export const secondDelivery = part({
  name: "second-delivery",
  tests: [
    delivery,
    "src/contract/delivery",
    "tests/delivery",
    webDelivery,
    "tests/components/staff/delivery",
    "tests/components/checkout/cart-checkout",
  ],
  mutants: [
    {
      id: "no-pickup-once-doors-open",
      file: `${delivery}/store.ts`,
      today: "and e.ends_at > clock_now()",
      fault: "and e.starts_at > clock_now()",
      harm: "During the event, a guest chooses to pick up a shirt right there, and checkout refuses it.",
    },
    {
      id: "free-shipping-of-another-state",
      file: `${delivery}/prepare.ts`,
      today: "place === undefined ? tables.rates : rules.ratesOfState(tables.rates, place.state)",
      fault: "tables.rates",
      harm: "Checkout tells a buyer in Alaska to add $10 for free shipping, and shipping to Alaska is never free.",
    },
    {
      id: "sorted-row-edits-another",
      file: `${webDelivery}/settings/rows.tsx`,
      today: "rows.map(({ index, name, cells, error }) => (",
      fault: "rows.map(({ name, cells, error }, index) => (",
      harm: "An organizer deletes the tax of one state, and the tax of another one is gone.",
    },
  ],
});

export const secondFulfillment = part({
  name: "second-fulfillment",
  tests: [
    fulfillment,
    "tests/fulfillment/shipping",
    "tests/fulfillment/pickups",
    "tests/fulfillment/returns",
    "tests/email/shop-orders",
    webFulfillment,
    "tests/components/staff/fulfillment",
    "tests/components/tickets/items",
  ],
  mutants: [
    {
      id: "refunded-unit-returned-last",
      file: `${fulfillment}/returns.ts`,
      today: "Number(b.isRefunded) - Number(a.isRefunded)",
      fault: "Number(a.isRefunded) - Number(b.isRefunded)",
      harm: "A refunded shirt comes back, then a second one, and its buyer can't be refunded for it.",
    },
    {
      id: "download-without-the-emailed-key",
      file: `${webFulfillment}/order-fulfillment.tsx`,
      today: "orderId={orderId} linkKey={linkKey} />}",
      fault: "orderId={orderId} />}",
      harm: "A buyer opens the link in their email and can't download what they paid for.",
    },
  ],
});
