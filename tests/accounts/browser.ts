import type { FastifyInstance, InjectOptions } from "fastify";

/** A browser as the server sees it: stores cookies, sends them back, and says where its requests come from. */
export function createBrowser(server: FastifyInstance, options: { address?: string } = {}) {
  const cookies = new Map<string, string>();
  let lastSetCookies: string[] = [];

  async function send(
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const request: InjectOptions = {
      method,
      url,
      remoteAddress: options.address ?? "127.0.0.1",
      headers: {
        ...(method !== "GET" ? { "sec-fetch-site": "same-origin" } : {}),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    };
    const response = await server.inject(request);
    lastSetCookies = [response.headers["set-cookie"] ?? []].flat();
    for (const line of lastSetCookies) {
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = pair.split("=");
      if (line.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.statusCode, body: response.json<Record<string, never>>(), headers: response.headers };
  }

  return {
    get: (url: string, headers?: Record<string, string>) => send("GET", url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Record<string, string>) => send("POST", url, body, headers),
    send,
    cookies,
    setCookies: () => lastSetCookies,
    get token() {
      return cookies.get("sg_session") ?? cookies.get("__Host-sg_session");
    },
  };
}
