import {
  productSocialVersion,
  type SocialImageInput,
  type SocialProductInput,
  socialVersion,
} from "#contract/feeds/social-version.ts";
import type { EndpointName, ParamsOf, QueryOf } from "#contract/calls.ts";

/** "/events?city=Miami": leaves out empty values, so that one view has one URL. What the path asks already stays. */
export function withQuery(
  address: string,
  query: Record<string, string | number | boolean | null | undefined> = {},
): string {
  const [path = "", asked] = address.split("?");
  const search = new URLSearchParams(asked);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** An id as a URL of the site has it; 0, which nothing has, for other text. */
export const readId = (text = ""): number => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0);

export type EventsFilter = {
  when?: "upcoming" | "past" | undefined;
  q?: string | undefined;
  city?: string | undefined;
  category?: string | undefined;
  /** First and last day, "2026-11-28". */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
  /** How events are shown. Default: posters. */
  view?: "map" | "calendar" | undefined;
  /** The calendar's month, "2026-11". */
  month?: string | undefined;
};

/** What the shop is narrowed down to. */
export type ShopFilter = {
  collection?: string | undefined;
  q?: string | undefined;
  /** Several are separated by commas. */
  size?: string | undefined;
  color?: string | undefined;
  minCents?: number | undefined;
  maxCents?: number | undefined;
  inStock?: "true" | undefined;
  sort?: "newest" | "price" | "-price" | undefined;
  page?: number | undefined;
};

/** What the community's feed shows. */
export type CommunityFilter = {
  topic?: "general" | "photos" | undefined;
  /** An event's id, instead of a topic. */
  event?: number | undefined;
  sort?: "top" | "following" | undefined;
  q?: string | undefined;
  /** A member's id, for what they posted. */
  author?: number | undefined;
};

/** Other views of the community: one post, with one of its comments; an event's photos; a member's card on top. */
type CommunityView = { post?: number; comment?: number | undefined; photos?: number; person?: number };

type CheckoutHint = {
  eventId: string | number;
  title: string;
  amount: number;
  currency: string;
  tickets?: string;
};

/** The ticket picker on an event's page. A visitor who arrives there starts with one ticket. */
export const ticketsHash = "#tickets";

/** Every URL of the site. The specification's route table is complete, so deeper views use the query. */
export const paths = {
  home: () => "/",
  events: (filter: EventsFilter = {}) =>
    withQuery("/events", { ...filter, page: filter.page === 1 ? undefined : filter.page }),
  event: ({ id, slug }: { id: string | number; slug: string }) => `/events/${id}/${slug}`,
  shop: (filter: ShopFilter = {}) =>
    withQuery("/shop", { ...filter, page: filter.page === 1 ? undefined : filter.page }),
  /** @param variant a SKU, to keep a choice when the link is shared */
  product: ({ slug }: { slug: string }, variant?: string) => withQuery("/shop", { product: slug, variant }),
  /** @param stream an id, for the page of one stream */
  live: (query: { stream?: number | undefined } = {}) => withQuery("/live", query),
  community: (query: CommunityFilter & CommunityView = {}) => withQuery("/community", query),
  checkout: (hint: CheckoutHint) => withQuery("/checkout", hint),
  /** The checkout of everything in the cart that can be bought. */
  cartCheckout: () => "/checkout?cart=1",
  /** Where a placed order is paid for or released. */
  heldOrder: (orderId: string) => withQuery("/checkout", { order: orderId }),
  paymentSuccess: (query: { order?: string } = {}) => withQuery("/payment-success", query),
  myTickets: (query: { claim?: string; section?: "account" } = {}) => withQuery("/my-tickets", query),
  passwordReset: () => "/password-reset",
  /** Where to ask for a link that signs in. */
  signInLink: () => "/password-reset?sign-in",
  admin: (query: { section?: string; id?: string; view?: string } = {}) => withQuery("/admin", query),
  analytics: () => "/analytics",
  ticketScanner: () => "/ticket-scanner",
  userManagement: () => "/user-management",
  ticketManagement: () => "/ticket-management",
  freeTickets: () => "/free-tickets",
  emailManagement: () => "/email-management",
  feeds: {
    calendar: (query: { city?: string | undefined } = {}) => withQuery("/feeds/events.ics", query),
    event: (id: string | number) => `/feeds/events/${id}.ics`,
    news: () => "/feeds/events.xml",
    /** The image that chat apps show. Its URL changes when its content changes. */
    social: (event: SocialImageInput & { id: number }) =>
      withQuery(`/feeds/events/${event.id}/social.jpg`, { v: socialVersion(event) }),
    socialProduct: (product: SocialProductInput & { slug: string }) =>
      withQuery(`/feeds/products/${product.slug}/social.jpg`, { v: productSocialVersion(product) }),
  },
  posters: {
    picture: (key: string, width: 480 | 768 | 960, type: "avif" | "webp") => `/media/posters/${key}-${width}.${type}`,
    fallback: (key: string) => `/media/posters/${key}-1200.jpg`,
    /** 1200 × 630, for shared links. */
    social: (key: string) => `/media/posters/${key}-social.jpg`,
  },
} as const;

/** What the path of an endpoint needs, and what may follow it. */
export type PrefixArgs<Name extends EndpointName> = [ParamsOf<Name>] extends [undefined]
  ? [input?: { query?: Partial<QueryOf<Name>> | undefined }]
  : [input: { params: ParamsOf<Name>; query?: Partial<QueryOf<Name>> | undefined }];

/** The path of a call: "/api/events/7?from=2026-11-28". Empty values of the query are left out. */
export const apiPath = <Name extends EndpointName>(name: Name, ...[input]: PrefixArgs<Name>): string =>
  pathOf(name, input);

/** The same for a name that isn't known to be one. */
export function pathOf(name: string, { params, query }: { params?: object; query?: object } = {}): string {
  const values = Object(params) as Record<string, unknown>;
  const path = name
    .slice(name.indexOf(" ") + 1)
    .replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(values[field])));
  return query ? withQuery(path, query as Parameters<typeof withQuery>[1]) : path;
}
