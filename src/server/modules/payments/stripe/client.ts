import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { Socket } from "node:net";
import { Stripe } from "stripe";
import type { StripeSettings } from "#server/config.ts";

/** An attempt without a connection fails after this long; the next one may reach another machine. */
const connectMs = 1_000;
/** An attempt without a response fails after this long; it is retried under the same key. */
const answerMs = 10_000;
const keepAlive = { keepAlive: true, maxSockets: 40 };

/** The official library, calling only one address, with our limits; telemetry is off. */
export function createClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = new URL(apiBase ?? "https://api.stripe.com");
  const secure = base.protocol === "https:";
  return new Stripe(secretKey, {
    host: base.hostname,
    port: base.port === "" ? (secure ? 443 : 80) : Number(base.port),
    protocol: secure ? "https" : "http",
    // The version that this library's types describe: the account's default can change without us.
    apiVersion: "2026-10-28.endive",
    httpClient: counted(
      Stripe.createNodeHttpClient(quick(secure ? new SecureAgent(keepAlive) : new PlainAgent(keepAlive))),
    ),
    timeout: answerMs,
    // Retries take turns like all calls: see gate.ts.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * The library retries a call by itself after a closed connection, without taking a turn. Another error code prevents
 * that.
 */
function counted(client: HttpClient): HttpClient {
  const ask = client.makeRequest.bind(client);
  client.makeRequest = (...request) =>
    ask(...request).catch((error: Error & { code?: string }) => {
      if (error.code === "ECONNRESET" || error.code === "EPIPE") error.code = `${error.code} once`;
      throw error;
    });
  return client;
}

/** Gives up connecting early: the library's own limit starts only after the connection. */
function quick(agent: PlainAgent): PlainAgent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const socket = connect(options, done);
    if (socket instanceof Socket && socket.connecting) {
      const timer = setTimeout(() => socket.destroy(new Error("No connection within one second")), connectMs);
      for (const name of ["connect", "error", "close"]) socket.once(name, () => clearTimeout(timer));
    }
    return socket;
  };
  return agent;
}
