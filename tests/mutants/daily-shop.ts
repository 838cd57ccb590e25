import { part } from "./mutant.ts";

const shop = "src/server/modules/shop";
const carts = "src/server/modules/carts";
const webShop = "src/web/features/shop";
const webCarts = "src/web/features/carts";

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyShop = part({
  name: "daily-shop",
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
      id: "unpaid-orders-in-product-sales",
      file: `${shop}/report/sales-store.ts`,
      today: "o on o.id = l.order_id and o.paid_at is not null`;",
      fault: "o on o.id = l.order_id`;",
      harm: "Staff see money for a product that nobody has paid for, and order more of it.",
    },
    {
      id: "low-stock-one-late",
      file: `${shop}/stock/store.ts`,
      today: "s.capacity - s.sold <= v.low_stock_at",
      fault: "s.capacity - s.sold < v.low_stock_at",
      harm: "Staff asked for an alert at five left and get it at four.",
    },
    {
      id: "back-in-stock-while-in-carts",
      file: `${shop}/back-in-stock/store.ts`,
      today: "select id from offers where status = 'on_sale' and id = any",
      fault: "select id from offers where status in ('on_sale', 'in_carts') and id = any",
      harm: "People are emailed that a shirt is back, and the page says all are in carts. They aren't emailed again.",
    },
    {
      id: "endless-stock-has-value",
      file: `${shop}/report/inventory-store.ts`,
      today: " and s.capacity < ${endless / 2}\n",
      fault: " and s.capacity <= ${endless}\n",
      harm: "The stock's value includes a billion downloads.",
    },
    {
      id: "stepper-past-what-is-left",
      file: `${webShop}/product/choice.ts`,
      today: "Math.min(maxPerOrder, left ?? maxPerOrder)",
      fault: "Math.max(maxPerOrder, left ?? maxPerOrder)",
      harm: "A fan chooses ten of a shirt of which two are left, and is refused.",
    },
    {
      id: "alert-form-of-the-last-size",
      file: `${webShop}/product/buy-box.tsx`,
      today: "<BackInStock key={variant.id} variantId",
      fault: "<BackInStock variantId",
      harm: "After an alert for size M the page says that the alert for size L is set too. It isn't.",
    },
    {
      id: "damaged-units-are-added",
      file: `${webShop}/admin/editor/stock-dialog.tsx`,
      today: 'stockReasons[reason].way === "removes" ? -Math.abs(typed) : typed',
      fault: 'stockReasons[reason].way === "counts" ? Math.abs(typed) : typed',
      harm: "Staff can't take damaged shirts off the stock, or add them to it.",
    },
  ],
});

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyCarts = part({
  name: "daily-carts",
  tests: [carts, "tests/carts", "tests/components/carts", "tests/components/checkout/cart-checkout"],
  mutants: [
    {
      id: "sold-out-lines-in-the-subtotal",
      file: `${carts}/rules.ts`,
      today: "totalCents: buyable * unitCents,",
      fault: "totalCents: quantity * unitCents,",
      harm: "The cart's subtotal includes tickets that are sold out.",
    },
    {
      id: "tickets-earn-free-shipping",
      file: `${carts}/service.ts`,
      today: "lines.filter(({ isPhysical }) => isPhysical).reduce(",
      fault: "lines.reduce(",
      harm: "The cart promises free shipping because of tickets, and the checkout charges for it.",
    },
    {
      id: "signing-in-doubles-the-cart",
      file: `${carts}/store.ts`,
      today: "greatest(cart_lines.quantity, excluded.quantity)",
      fault: "cart_lines.quantity + excluded.quantity",
      harm: "A member who signs in has four tickets in the cart instead of two.",
    },
    {
      id: "members-carts-purged",
      file: `${carts}/store.ts`,
      today: "where token_hash is not null and updated_at <",
      fault: "where updated_at <",
      harm: "A member comes back after a month, and their cart is empty.",
    },
    {
      id: "link-to-the-older-order",
      file: `${carts}/store.ts`,
      today: "order by o.created_at desc, o.id`",
      fault: "order by o.created_at, o.id`",
      harm: "The cart sends a buyer with two unpaid orders to the one that's about to expire.",
    },
    {
      id: "checkout-of-nothing",
      file: `${webCarts}/cart-drawer.tsx`,
      today: "const canBuy = lines.some(({ buyable }) => buyable > 0);",
      fault: "const canBuy = lines.some(({ quantity }) => quantity > 0);",
      harm: "The cart offers to check out although everything in it is sold out.",
    },
    {
      id: "cart-count-gone-after-reload",
      file: `${webCarts}/cart-button.tsx`,
      today: "user !== null || readStorage(key)",
      fault: "user !== null && readStorage(key)",
      harm: "A visitor reloads the page and thinks that their cart was emptied.",
    },
  ],
});
