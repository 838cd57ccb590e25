import { client, type Site } from "#testing/site.ts";
import { ServerGone, type ChildServer } from "./child-server.ts";
import type { Hands, Request } from "./flow.ts";

/** A successful response that a client has received: its request with its key, and its text. */
export interface Acknowledged {
  request: string;
  text: string;
}

interface Reply {
  status: number;
  text: string;
}

function headersOf({ token, cookie, key, body, file, headers }: Request): Record<string, string> {
  return {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(file === undefined ? {} : { "content-type": "application/octet-stream" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...headers,
  };
}

function acknowledge(request: Request, { status, text }: Reply, acknowledged: Acknowledged[]): any {
  const name = `${request.method ?? "POST"} ${request.path}`;
  if (status >= 300 && request.orRefused?.includes(status) !== true) {
    throw new Error(`${name} responded ${status} ${text}`);
  }
  if (status < 300 && request.key !== undefined) acknowledged.push({ request: `${name} ${request.key}`, text });
  return text === "" ? undefined : JSON.parse(text);
}

/** The server's environment, which doesn't die with it. */
export type Surroundings = Pick<Hands, "wait" | "processor">;

/** Actions on a server process over HTTP. The processor's webhook events of one action are sent before the next one. */
export function handsOn(
  server: ChildServer,
  baseUrl: string,
  surroundings: Surroundings,
  acknowledged: Acknowledged[],
): Hands {
  const { processor } = surroundings;
  return {
    ...surroundings,
    async send(request) {
      const { method = "POST", path, body, file } = request;
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: headersOf(request),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(file === undefined ? {} : { body: new Uint8Array(Buffer.from(file)) }),
      })
        .then(async (got) => ({ status: got.status, text: await got.text() }))
        .catch((error: unknown) => {
          throw new ServerGone(String(error));
        });
      await processor.webhookEvents.settled();
      return acknowledge(request, answer, acknowledged);
    },
    async runJob(name) {
      await server.command({ do: "run-job", name });
      await processor.webhookEvents.settled();
    },
  };
}

/** The same actions on a site in this process. */
export function handsOf({ app }: Site, surroundings: Surroundings, acknowledged: Acknowledged[]): Hands {
  const { processor } = surroundings;
  return {
    ...surroundings,
    async send(request) {
      const { method = "POST", path, body, file } = request;
      const { "content-type": type, authorization, ...headers } = headersOf(request);
      const person = client(app, 0, authorization?.slice("Bearer ".length));
      const sent = file === undefined ? headers : { ...headers, "content-type": type! };
      const answer = await person.call(method, path, file ?? body, sent);
      await processor.webhookEvents.settled();
      return acknowledge(request, answer, acknowledged);
    },
    async runJob(name) {
      await app.runJob(name);
      await processor.webhookEvents.settled();
    },
  };
}
