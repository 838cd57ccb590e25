type Query = Record<string, string | number | null | undefined>;

/** "/events?city=Miami": leaves out what is empty, so that one state has one address. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

export type EventsFilter = { when?: string; q?: string; city?: string; category?: string; page?: number };
export type CheckoutHint = {
  eventId: string | number;
  title: string;
  amount: number;
  currency: string;
  tickets?: string;
};

/** Every address of the site. The specification's route table is complete, so depth lives in the query. */
export const paths = {
  home: () => "/",
  events: (filter: EventsFilter = {}) =>
    withQuery("/events", { ...filter, page: filter.page === 1 ? undefined : filter.page }),
  event: (id: string | number, slug?: string) => `/events/${id}${slug ? `/${slug}` : ""}`,
  shop: (query: { product?: string } = {}) => withQuery("/shop", query),
  live: (query: { stream?: string } = {}) => withQuery("/live", query),
  community: (query: { post?: string } = {}) => withQuery("/community", query),
  checkout: (hint: CheckoutHint) => withQuery("/checkout", hint),
  paymentSuccess: (query: { order?: string } = {}) => withQuery("/payment-success", query),
  myTickets: (query: { claim?: string; section?: "account" } = {}) => withQuery("/my-tickets", query),
  passwordReset: (query: { token?: string } = {}) => withQuery("/password-reset", query),
  admin: (query: { section?: string; id?: string } = {}) => withQuery("/admin", query),
  analytics: () => "/analytics",
  ticketScanner: () => "/ticket-scanner",
  userManagement: () => "/user-management",
  ticketManagement: () => "/ticket-management",
  freeTickets: () => "/free-tickets",
  emailManagement: () => "/email-management",
  posters: {
    picture: (key: string, width: 480 | 768 | 960, type: "avif" | "webp") => `/media/posters/${key}-${width}.${type}`,
    fallback: (key: string) => `/media/posters/${key}-1200.jpg`,
    social: (key: string) => `/media/posters/${key}-social.jpg`,
  },
} as const;
