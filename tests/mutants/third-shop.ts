import { part } from "./mutant.ts";

const shop = "src/server/modules/shop";
const carts = "src/server/modules/carts";
const delivery = "src/server/modules/delivery";
const fulfillment = "src/server/modules/fulfillment";
const webShop = "src/web/features/shop";
const webCarts = "src/web/features/carts";
const webDelivery = "src/web/features/delivery";
const webFulfillment = "src/web/features/fulfillment";

export const thirdShop = part({
  name: "third-shop",
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
      id: "late-sales-on-the-next-day",
      file: `${shop}/report/sales-store.ts`,
      today: "(at at time zone ${timeZone})::date as day",
      fault: "at::date as day",
      harm: "What New York buys after 7 PM stands on the next day of the sales chart, and that of the last day on none.",
    },
    {
      id: "every-save-makes-it-new",
      file: `${shop}/editing/write-store.ts`,
      today: "then coalesce(p.published_at, clock_now()) else p.published_at end",
      fault: "then clock_now() else p.published_at end",
      harm: "Staff fix a typo in a tee of three years ago, and a shopper who sorts by newest sees it first.",
    },
    {
      id: "opens-with-what-is-sold-out",
      file: `${webShop}/product/choice.ts`,
      today: 'variants.find(({ status }) => status === "on_sale") ?? variants[0]',
      fault: "variants[0]",
      harm: 'A fan opens a cap, reads "Sold out" about the black one, and leaves; the red one is in stock.',
    },
  ],
});

export const thirdCarts = part({
  name: "third-carts",
  tests: [carts, "tests/carts", "tests/components/carts", "tests/components/checkout/cart-checkout"],
  mutants: [
    {
      id: "free-shipping-for-what-is-gone",
      file: `${carts}/service.ts`,
      today: "lines.filter(({ isPhysical }) => isPhysical).reduce((sum, { totalCents }) => sum + totalCents, 0)",
      fault:
        "lines.filter(({ isPhysical }) => isPhysical).reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)",
      harm: 'A cart wants five hoodies and two are left: it says "You\'ve got free shipping", and checkout charges for it.',
    },
    {
      id: "old-refusal-stays-in-the-cart",
      file: `${webCarts}/change-cart.ts`,
      today: "  cartState.set({ ...cartState.current(), problem: undefined });\n",
      fault: "",
      harm: "A shopper was refused the eleventh cap and takes ten; the cart still says that it couldn't be changed.",
    },
  ],
});

export const thirdDelivery = part({
  name: "third-delivery",
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
      id: "nine-digits-at-the-end-of-a-range",
      file: `${delivery}/store.ts`,
      today: "select state, left(zip, 5) as zip from unnest(",
      fault: "select state, zip from unnest(",
      harm: "A buyer in the last ZIP Code of a city types all nine digits, and the owner pays the city's tax for them.",
    },
    {
      id: "blank-means-free-from-nothing",
      file: `${webDelivery}/settings/rate-dialog.tsx`,
      today: "freeFromCents: centsOf(freeFrom) ?? null",
      fault: "freeFromCents: centsOf(freeFrom) ?? 0",
      harm: 'An owner leaves "Free from" blank, as its hint says for never, and every parcel ships for free.',
    },
  ],
});

export const thirdFulfillment = part({
  name: "third-fulfillment",
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
      id: "voided-units-not-picked-again",
      file: `${fulfillment}/list-store.ts`,
      today: "s.position = n.position and not s.is_voided",
      fault: "s.position = n.position",
      harm: "A clerk voids a parcel that fell apart; its items are on no pick list, and nobody packs them again.",
    },
    {
      id: "slip-of-another-parcel",
      file: `${webFulfillment}/sent-list.tsx`,
      today: "<SlipLink orderId={orderId} parcelId={parcel.id} />",
      fault: "<SlipLink orderId={orderId} />",
      harm: "A clerk prints the slip of the first parcel and packs by it what belongs into the second.",
    },
    {
      id: "one-line-forgets-the-others",
      file: `${webFulfillment}/unit-choice.tsx`,
      today: "onChange({ ...value, [lineId]: quantity })",
      fault: "onChange({ [lineId]: quantity })",
      harm: "A clerk takes one cap out of a parcel, and its tees are recorded as not sent although they are in the box.",
    },
  ],
});
