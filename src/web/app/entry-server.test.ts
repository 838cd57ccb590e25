import { describe, expect, test } from "vitest";
import { apiPath } from "#web/lib/paths.ts";
import { knownQuery, render } from "./entry-server.tsx";

const event = {
  id: 3,
  slug: "soca-on-the-hudson",
  title: "Soca on the Hudson</script><script>alert(1)",
  summary: "Two decks.",
  startsAt: "2026-11-29T00:00:00.000Z",
  doorsAt: null,
  endsAt: "2026-11-29T06:00:00.000Z",
  timeZone: "America/New_York",
  venue: {
    name: "Pier 9",
    address: null,
    city: "Brooklyn",
    region: "NY",
    country: "US",
    latitude: null,
    longitude: null,
  },
  poster: { key: "x", alt: "", dominant: "#000000", accent: "#ffffff", placeholder: null, width: 1200, height: 1500 },
  categories: [],
  fromCents: 7500,
  currency: "USD",
  saleStatus: "on_sale",
  status: "on",
};
const detail = {
  description: "Two decks.",
  descriptionHtml: null,
  ageRule: "all",
  dressCode: null,
  lineup: [],
  policies: [],
  gallery: [],
  ticketTypes: [],
  statusNote: null,
  refunds: null,
  movedFrom: null,
  seo: { title: null, description: null },
  recap: null,
  otherDates: [],
};
const list = { items: [event], total: 1, page: 1, pageSize: 20, cities: [], categories: [] };
const variant = {
  sku: "YT-M",
  priceCents: 3000,
  compareAtCents: null,
  currency: "USD",
  status: "on_sale",
  left: null,
  maxPerOrder: 10,
  salesStartAt: null,
  preorderShipsOn: null,
  picture: null,
};
const product = {
  id: 5,
  slug: "yard-tee",
  title: "Yard </script> Tee",
  tagline: "Cotton",
  kind: "physical",
  fromCents: 3000,
  hasPrices: false,
  compareAtCents: null,
  currency: "USD",
  status: "on_sale",
  left: null,
  salesStartAt: null,
  isPreorder: false,
  colors: [],
  description: "Cut wide.",
  pictures: [event.poster],
  options: [{ name: "Size", values: ["M", "L"] }],
  variants: [
    { ...variant, id: 1, options: ["M"] },
    { ...variant, id: 2, sku: "YT-L", options: ["L"], status: "sold_out" },
  ],
  sizeGuide: null,
  collections: [],
  parts: [],
  events: [],
  related: [],
};
const admin = { id: 1, username: "ade", displayName: "Ade", avatar: null, role: "admin", isGuest: false, email: null };

const siteSettings = {
  contactEmail: null,
  links: [],
  info: ["terms"],
  isLive: false,
  paymentMethods: [],
  timeZone: "America/New_York",
};
const terms = { name: "terms", html: "<p>Be <strong>kind</strong>.</p>", changedAt: "2026-11-01T12:00:00.000Z" };

const termsPath = apiPath("GET /api/site/info/{name}", { params: { name: "terms" } });

const scriptsOf = {
  "pages/shop-page": ["/assets/shop.js", "/assets/card.js"],
  "pages/product-page": ["/assets/product.js", "/assets/card.js"],
};

async function open(url: string, me?: object, shown: object = event, failing?: number) {
  const requestedPaths: string[] = [];
  const reply = await render({
    url,
    hasSession: me !== undefined,
    fetchJson: async (path) => {
      requestedPaths.push(path);
      if (path === apiPath("GET /api/site")) return { status: 200, body: siteSettings };
      if (path === termsPath) return { status: 200, body: terms };
      if (path === apiPath("GET /api/me")) return { status: 200, body: me };
      if (path.startsWith(apiPath("GET /api/events/markers"))) return { status: 200, body: { ...list, items: [] } };
      const isEvents = path.split("?")[0] === apiPath("GET /api/events");
      if (failing && isEvents) return { status: failing, body: { message: "Sample" } };
      if (isEvents) return { status: 200, body: { ...list, items: [shown] } };
      if (path === apiPath("GET /api/shop/products/{slug}", { params: { slug: "yard-tee" } }))
        return { status: 200, body: product };
      if (path === apiPath("GET /api/events/{id}/products", { params: { id: 3 } }))
        return { status: 200, body: { items: [] } };
      if (path === apiPath("GET /api/events/{id}/related", { params: { id: 3 } }))
        return { status: 200, body: { items: [] } };
      if (path === apiPath("GET /api/events/{id}", { params: { id: 3 } }))
        return { status: 200, body: { ...detail, ...shown } };
      return { status: 404, body: { message: "Not found", code: "not_found" } };
    },
    baseUrl: "https://sg.example",
    payments: "sandbox",
    measurementId: null,
    identityProvider: null,
    release: "1.0.0+test",
    noncePlaceholder: "%nonce%",
    assets: { entry: "/assets/entry.js", styles: [], fonts: [], scripts: [], pageScripts: scriptsOf },
    reportError: () => undefined,
  });
  return { ...reply, requestedPaths };
}

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

describe("the server's HTML", () => {
  test("has the page's title, canonical URL and social tags in its head", async () => {
    const { html, status } = await open("/");
    const head = html.slice(0, html.indexOf("</head>"));
    expect(status).toBe(200);
    expect(titleOf(head)).toBe("Home | Savage Gentlemen Lifestyle | SGX Media");
    expect(head).toContain('<link rel="canonical" href="https://sg.example/"/>');
    expect(head).toContain('property="og:title"');
    expect(head).toContain('name="twitter:card"');
  });

  test("contains nothing that the policy blocks or that data can break out of", async () => {
    const { html } = await open("/");
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toContain("<script>alert");
    expect(html.match(/<script(?! type="application\/json")[^>]*>/g)).toHaveLength(1);
    expect(html.split("%nonce%")).toHaveLength(2);
  });

  test("an info sheet is in the HTML of the page that it's opened on, with links that need no script", async () => {
    const { html, requestedPaths } = await open("/events?city=Miami&info=terms");
    expect(html).toContain("<p>Be <strong>kind</strong>.</p>");
    expect(html).toContain('<a href="/events?city=Miami"');
    expect(html).toContain('href="/events?city=Miami&amp;info=terms"');
    expect(requestedPaths).toContain(termsPath);
  });

  test("a sheet that has no text is neither linked nor shown, and an unknown one isn't even read", async () => {
    const { html } = await open("/?info=privacy");
    expect(html).not.toContain("info-title");
    expect(html).not.toContain(">Privacy policy<");
    expect((await open("/?info=..%2Fadmin")).requestedPaths).not.toContainEqual(
      expect.stringContaining(termsPath.replace("terms", "")),
    );
  });

  test("a postponed event has neither its old date nor a link to a calendar", async () => {
    const postponed = { ...event, status: "postponed", saleStatus: "ended", doorsAt: "2026-11-28T23:00:00.000Z" };
    const { html } = await open("/events/3/soca-on-the-hudson", undefined, postponed);
    const shown = html.slice(0, html.indexOf("sg-state"));
    expect(shown).toContain("New date to be announced");
    expect(shown).toContain('"previousStartDate":"2026-11-28T19:00:00-05:00"');
    expect(shown.replace(/"previousStartDate":"[^"]*"/, "")).not.toMatch(/Nov(?:ember)? 28|2026-11-2|7:00 PM|6:00 PM/);
    expect(shown).not.toMatch(/Add to calendar|\.ics|calendar\.google/);
    const home = (await open("/", undefined, postponed)).html;
    expect(home.slice(0, home.indexOf("sg-state"))).not.toMatch(/Nov(?:ember)? 28|7:00 PM|6:00 PM/);
  });

  test("a product is in the HTML as the link chose it, and its script is named once with those of the shop", async () => {
    const { html, status } = await open("/shop?product=yard-tee&variant=YT-L");
    expect(status).toBe(200);
    expect(html).not.toMatch(/ style="|Yard <\/script>/);
    expect(html).toMatch(
      /<input type="radio"[^>]* checked="" value="L"|<input type="radio"[^>]*value="L"[^>]* checked=""/,
    );
    expect(html).toContain("Email me when it");
    expect(html).toContain('"availability":"https://schema.org/SoldOut"');
    expect(html).toContain('href="https://sg.example/shop?product=yard-tee"');
    expect(/name="scripts" content="([^"]*)"/.exec(html)![1]).toBe(
      "/assets/entry.js /assets/shop.js /assets/card.js /assets/product.js",
    );
  });

  test.each(["/shop?product=nope", "/nope", "/events/3/soca/more", "/events/999", "/admin/x", "/dev/ui/x"])(
    "%s is Page Not Found",
    async (url) => {
      const { html, status } = await open(url);
      expect(status).toBe(404);
      expect(titleOf(html)).toBe("Page Not Found | Savage Gentlemen Lifestyle | SGX Media");
      expect(html).toContain("Sorry, we couldn&#x27;t find the page you&#x27;re looking for...");
    },
  );

  test.each(["/checkout", "/my-tickets", "/ticket-scanner", "/admin", "/free-tickets"])(
    "%s asks a visitor to sign in and reads only what the footer needs",
    async (url) => {
      const { html, status, requestedPaths } = await open(url);
      expect([status, titleOf(html), requestedPaths]).toEqual([
        200,
        "Sign In | Savage Gentlemen Lifestyle | SGX Media",
        [apiPath("GET /api/site")],
      ]);
    },
  );

  test("a member is told that they don't have access to the admin", async () => {
    const { html, status } = await open("/admin", { ...admin, role: "user" });
    expect([status, titleOf(html)]).toEqual([403, "No Access | Savage Gentlemen Lifestyle | SGX Media"]);
  });

  test("an admin sees the admin, in a page that must not be cached", async () => {
    const page = await open("/admin", admin);
    expect([page.status, page.private, titleOf(page.html)]).toEqual([
      200,
      true,
      "Admin | Savage Gentlemen Lifestyle | SGX Media",
    ]);
  });
});

test.each([
  ["/events", "utm_source=x&city=Miami&when=past", "/events?when=past&city=Miami"],
  ["/", "fbclid=1", "/"],
  ["/", "info=privacy&fbclid=1", "/?info=privacy"],
  ["/events", "info=terms&city=Miami", "/events?city=Miami&info=terms"],
  ["/", "info=a1", "/"],
  ["/shop", "utm_source=x&page=2&size=M&color=Black", "/shop?size=M&color=Black&page=2"],
  ["/shop", "variant=YT-M&product=yard-tee&via=x", "/shop?product=yard-tee&variant=YT-M"],
  ["/shop", "confirm=1&key=secret", null],
  ["/nope", "", undefined],
  ["/payment-success", "order=1&key=secret", null],
  ["/payment-success", "", "/payment-success"],
])("the page cache stores %s?%s as %s", (path, query, key) => {
  expect(knownQuery(path, new URLSearchParams(query))).toBe(key);
});

test.each([
  [503, 503, "We&#x27;ll be right back"],
  [500, 500, "Something went wrong"],
  [502, 500, "Something went wrong"],
])(
  "a page whose data fails with %i is a %i and says so, also to the browser that goes on with it",
  async (failing, status, title) => {
    const page = await open("/events", undefined, event, failing);
    expect(page.status).toBe(status);
    expect(page.html).toContain(title);
    expect(page.html).toContain(`"failure":{"status":${status}}`);
  },
);
