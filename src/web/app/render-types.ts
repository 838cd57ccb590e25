/** Types that server and renderer share. The server loads the web app's build and never imports its code. */

/** Paths of the built files, from the build's manifest. */
export type Assets = {
  entry: string;
  styles: string[];
  fonts: string[];
  /** Scripts of the entry, which every page needs. */
  scripts: string[];
  /** Scripts of one page, by route id. */
  pageScripts: Record<string, string[]>;
  /** Development only: what the bundler's client needs before everything else. */
  devHead?: string;
};

export type RenderRequest = {
  /** Path with query. */
  url: string;
  /** Calls our own API in memory, with the visitor's cookie. */
  fetchJson: (path: string) => Promise<{ status: number; body: unknown }>;
  /** The visitor sent a session cookie. The session may still have ended. */
  hasSession: boolean;
  /** Where the per-response nonce goes: once, near the end of the document. */
  noncePlaceholder: string;
  baseUrl: string;
  payments: "sandbox" | "stripe";
  measurementId: string | null;
  identityProvider: { projectId: string; apiKey: string } | null;
  release: string;
  assets: Assets;
  /** Called for every error while loading or rendering, so that "our team has been notified" is true. */
  reportError: (error: unknown) => void;
};

export type RenderReply = { status: number; redirect?: string; html: string; private: boolean };

/** What the built renderer exports. */
export type Renderer = {
  render: (request: RenderRequest) => Promise<RenderReply>;
  /** The HTML that the service worker keeps: the frame of every page, without anyone's data. */
  renderShell: (request: Omit<RenderRequest, "url" | "hasSession">) => Promise<string>;
  /** The page cache's key for a URL; undefined if no page matches, null if the URL holds a personal key. */
  knownQuery: (pathname: string, search: URLSearchParams) => string | null | undefined;
  /** The inline script of the head. The CSP allows it by its hash. */
  headScript: string;
};
