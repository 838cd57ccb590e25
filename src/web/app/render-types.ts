/** What the server and the renderer say to each other. Types only: the server never imports the web app's code, it loads the build. */

/** Addresses of the built files, as the build's manifest names them. */
export type Assets = {
  entry: string;
  styles: string[];
  fonts: string[];
  /** Scripts of the entry, needed on every page. */
  scripts: string[];
  /** Scripts of one page, by route id. */
  pageScripts: Record<string, string[]>;
  /** Development only: what the bundler's client needs in front of everything. */
  devHead?: string;
};

export type RenderRequest = {
  /** Path with query. */
  url: string;
  /** Asks our own API in memory, with the visitor's cookie. */
  fetchJson: (path: string) => Promise<{ status: number; body: unknown }>;
  /** The visitor brought a session cookie; it may still turn out to be over. */
  hasSession: boolean;
  /** Where the per-response nonce goes: once, near the end of the document. */
  noncePlaceholder: string;
  baseUrl: string;
  payments: "sandbox" | "stripe";
  measurementId: string | null;
  identityProvider: { projectId: string; apiKey: string } | null;
  release: string;
  assets: Assets;
  /** Told of everything that went wrong while loading or rendering, so that "our team has been notified" is true. */
  reportError: (error: unknown) => void;
};

export type RenderReply = { status: number; redirect?: string; html: string; private: boolean };

/** What the built renderer exports. */
export type Renderer = {
  render: (request: RenderRequest) => Promise<RenderReply>;
  /** The one spelling of an address for the page cache; undefined where no page is, null where it holds a personal key. */
  knownQuery: (pathname: string, search: URLSearchParams) => string | null | undefined;
  /** The inline script of the head; the policy names it by its hash. */
  headScript: string;
};
