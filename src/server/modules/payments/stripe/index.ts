import type { StripeSettings } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { PaymentProvider, VerifiedWebhook } from "../provider.ts";
import { disputesOf, refundsOf, listMoney } from "./money.ts";
import { createGate } from "./gate.ts";
import { sessionsOf } from "./sessions.ts";
import { Agent as PlainAgent, type IncomingHttpHeaders } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { Socket } from "node:net";
import { Stripe } from "stripe";
import { AppError } from "#server/platform/app-error.ts";

/** Seconds by which a webhook event's time can be off, either way: older ones could be replays. */
const toleranceSeconds = 300;

/**
 * The subject of each event type. Other types are stored and need nothing: `charge.refunded` repeats `refund.created`.
 */
const kinds: Record<string, VerifiedWebhook["kind"]> = {
  "checkout.session.completed": "session",
  "checkout.session.async_payment_succeeded": "session",
  "checkout.session.async_payment_failed": "session",
  "checkout.session.expired": "session",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.funds_withdrawn": "dispute",
  "charge.dispute.funds_reinstated": "dispute",
  "charge.dispute.closed": "dispute",
};

/**
 * Reads a webhook event: signed by the provider with our secret over exactly these bytes, recent, of the mode that our
 * key is for (live or test), and from our own account.
 *
 * @throws AppError `bad_signature`
 */
function readWebhook(settings: StripeSettings, headers: IncomingHttpHeaders, rawBody: string): VerifiedWebhook {
  const header = headers["stripe-signature"];
  if (typeof header !== "string") throw new AppError("bad_signature", { message: "The webhook isn't signed" });
  let webhookEvent: Stripe.Event;
  try {
    webhookEvent = Stripe.webhooks.constructEvent(rawBody, header, settings.webhookSecret, toleranceSeconds);
  } catch (error) {
    throw new AppError("bad_signature", { cause: error });
  }
  // The library refuses only webhook events that are too old.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
  if (!(signedAt <= Date.now() / 1000 + toleranceSeconds)) throw refused("is dated in the future");
  if (webhookEvent.livemode !== settings.live) throw refused(`is in ${webhookEvent.livemode ? "live" : "test"} mode`);
  if (webhookEvent.account !== undefined) throw refused("belongs to another account");
  const about = (webhookEvent as { data?: { object?: { id?: unknown } } }).data?.object?.id;
  if (typeof webhookEvent.id !== "string" || typeof about !== "string") throw refused("has no subject");
  return { webhookEventId: webhookEvent.id, kind: kinds[webhookEvent.type] ?? "other", ref: about };
}

const refused = (why: string) => new AppError("bad_signature", { message: `The webhook ${why}` });

/** An attempt without a connection fails after this long; the next one may reach another machine. */
const connectMs = 1_000;
/** An attempt without a response fails after this long; it is retried under the same key. */
const answerMs = 10_000;
const keepAlive = { keepAlive: true, maxSockets: 40 };

/** The official library, calling only one address, with our limits; telemetry is off. */
function createClient({ secretKey, apiBase }: StripeSettings): Stripe {
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

/** What Stripe says of a key. `valid`: it may not read the balance, which would tell the mode. */
export type KeyVerdict = "live" | "test" | "valid" | "refused" | "unreachable";

/** Asks Stripe whether our key is good. Moves nothing. */
export async function tryStripeKey(settings: StripeSettings): Promise<KeyVerdict> {
  try {
    const { livemode } = await createClient(settings).balance.retrieve();
    return livemode ? "live" : "test";
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return "refused";
    const isAnswer =
      error instanceof Stripe.errors.StripePermissionError || error instanceof Stripe.errors.StripeRateLimitError;
    return isAnswer ? "valid" : "unreachable";
  }
}

/** Stripe as a payment provider: see docs/how-it-works/stripe.md. */
export function createStripe(db: Database, settings: StripeSettings): PaymentProvider {
  const stripe = createClient(settings);
  const gate = createGate(db);
  const sessions = sessionsOf(stripe, gate);
  return {
    name: "stripe",
    ...sessions,
    ...refundsOf(stripe, gate, sessions.findSession),
    ...disputesOf(stripe, gate),
    listMoney: (span) => listMoney(stripe, gate, span),
    readWebhook: (headers, rawBody) => readWebhook(settings, headers, rawBody),
  };
}
