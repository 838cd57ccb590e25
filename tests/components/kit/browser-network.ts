import { signedOutCookie } from "#contract/accounts/signed-out-cookie.ts";
import type { App } from "#server/app.ts";

export interface Asked {
  method: string;
  /** Path and query. */
  path: string;
  headers: Headers;
  body: string | undefined;
  /** The bytes of a file, if it is the body. */
  file?: Buffer | undefined;
}

/** Handles a call between a page and its server; returning undefined lets the call through. */
export type Intervene = (call: Asked, reach: () => Promise<Response>) => Promise<Response> | Response | undefined;

export type Network = ReturnType<typeof createNetwork>;

const cookieName = "sg_session";

/** The fetch that the server in this process and other tests use. */
const nodeFetch = globalThis.fetch;

/**
 * The network between a component test's page and the real API, which it calls in memory. It keeps cookies like a
 * browser, records every call, and can be cut: calls then fail with a TypeError, as fetch does.
 */
export function createNetwork(app: App, { token }: { token?: string | undefined } = {}) {
  const baseUrl = "http://localhost:3000";
  const cookies = new Map<string, string>(token === undefined ? [] : [[cookieName, token]]);
  const calls: Asked[] = [];
  const interventions: { method: string; path: RegExp; intervene: Intervene }[] = [
    // The realtime channel says nothing: the API in memory can't hold a stream open. Tests of it bring their own.
    { method: "GET", path: /^\/api\/stream\//, intervene: () => new Response(new ReadableStream()) },
  ];
  let isDown = false;
  let pages = 0;

  async function reach({ method, path, headers, body, file }: Asked): Promise<Response> {
    // Set by the page's own script, so the browser shares it with every request.
    if (document.cookie.includes(`${signedOutCookie}=`)) cookies.set(signedOutCookie, "1");
    const answer = await app.server.inject({
      method: method as "GET",
      url: path,
      headers: {
        ...Object.fromEntries(headers),
        origin: baseUrl,
        "sec-fetch-site": "same-origin",
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
      },
      ...(body === undefined ? {} : { payload: file ?? body }),
    });
    for (const { name, value, maxAge, expires } of answer.cookies as Cookie[]) {
      if (maxAge === 0 || value === "" || (expires !== undefined && expires.getTime() <= Date.now())) {
        cookies.delete(name);
        if (name === signedOutCookie) document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
      } else cookies.set(name, value);
    }
    const headerEntries = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      name === "set-cookie" || value === undefined ? [] : [[name, String(value)]],
    );
    const bare = [204, 205, 304].includes(answer.statusCode);
    return new Response(bare ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      statusText: answer.statusMessage,
      headers: headerEntries,
    });
  }

  async function fetchHere(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : String(input), baseUrl);
    // The server in this process fetches too: an identity service's keys, a processor's responses.
    if (url.origin !== baseUrl) return nodeFetch(input, init);
    const call: Asked = {
      method: (init.method ?? "GET").toUpperCase(),
      path: url.pathname + url.search,
      headers: new Headers(init.headers),
      ...(await readBody(init.body)),
    };
    calls.push(call);
    const page = pages;
    init.signal?.throwIfAborted();
    if (isDown) throw new TypeError("Failed to fetch");
    const found = interventions.findLast(({ method, path }) => method === call.method && path.test(call.path));
    const reply = (found && (await found.intervene(call, () => reach(call)))) ?? (await reach(call));
    init.signal?.throwIfAborted();
    // A closed page receives nothing: responses to its requests must not reach the next page.
    const whileOpen = async <Value>(value: Promise<Value>): Promise<Value> => {
      const known = await value;
      // Only a sign-out outlives its page: calls of the pages after it, which have the same modules here, wait for it.
      return page === pages || init.keepalive === true ? known : new Promise(() => {});
    };
    const [json, text] = [reply.json.bind(reply), reply.text.bind(reply)];
    return whileOpen(
      Promise.resolve(Object.assign(reply, { json: () => whileOpen(json()), text: () => whileOpen(text()) })),
    );
  }

  return {
    baseUrl,
    /** Every call of the page, oldest first. */
    calls,
    callsTo: (method: string, path: RegExp) => calls.filter((call) => call.method === method && path.test(call.path)),
    hasSession: () => cookies.has(cookieName),
    /** The browser's session token, if any, which its next request would send. */
    token: () => cookies.get(cookieName),
    cut: () => void (isDown = true),
    restore: () => void (isDown = false),
    /** Answers matching calls in the server's place, delays them, or changes the response. The latest handler wins. */
    on(method: string, path: RegExp, intervene: Intervene) {
      const entry = { method, path, intervene };
      interventions.push(entry);
      return () => void interventions.splice(interventions.indexOf(entry), 1);
    },
    /** Calls the API as this browser, independently of the page. */
    async ask(path: string) {
      const response = await reach({ method: "GET", path, headers: new Headers(), body: undefined });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
    },
    install() {
      globalThis.fetch = fetchHere;
      navigator.sendBeacon = (path, body) => {
        const sent = async () =>
          fetchHere(path, { method: "POST", body: await (body as Blob).text(), keepalive: true });
        sent().catch(() => undefined);
        return true;
      };
    },
    uninstall() {
      pages++;
      globalThis.fetch = nodeFetch;
    },
  };
}

interface Cookie {
  name: string;
  value: string;
  maxAge?: number;
  expires?: Date;
}

/** What a request carries: text, or the bytes of a file, which is text as well for those who watch. */
async function readBody(body: unknown): Promise<Pick<Asked, "body" | "file">> {
  if (body === undefined || body === null) return { body: undefined };
  if (typeof body === "string") return { body };
  if (!(body instanceof Blob)) throw new Error("The test network doesn't carry this body: add support for it here");
  const file = Buffer.from(await body.arrayBuffer());
  return { body: file.toString(), file };
}

/** A JSON response in the server's place. */
export const answer = (status: number, body: unknown): Response =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
