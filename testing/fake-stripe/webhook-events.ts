import { createHmac } from "node:crypto";
import { newId, type Books } from "./books.ts";

/** A webhook event as the processor sends it, with the number of attempts. */
export interface WebhookEventEntry {
  id: string;
  type: string;
  body: string;
  tries: number;
  delivered: boolean;
}

/** Delivers a signed webhook event to the product and returns the HTTP status. */
export type Carrier = (body: string, headers: Record<string, string>) => Promise<number>;

/** What happens to a new webhook event: sent immediately, kept until the test sends it, or lost. */
export type WebhookEventMode = "send" | "keep" | "lose";

/** One processor's webhook events, signed and sent as the test decides: at once, late, twice, out of order, or never. */
export class WebhookEvents {
  readonly all: WebhookEventEntry[] = [];
  mode: WebhookEventMode = "send";

  private readonly secret: string;
  private readonly books: Books;
  private carrier: Carrier;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(secret: string, books: Books, carrier: Carrier) {
    this.secret = secret;
    this.books = books;
    this.carrier = carrier;
  }

  /** Sets where webhook events go from now on. */
  sendTo(carrier: Carrier): void {
    this.carrier = carrier;
  }

  sign(body: string, secret = this.secret, time = Math.floor(Date.now() / 1000)): string {
    return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
  }

  /** The body of a webhook event about an object; tests forge their own from it. */
  bodyOf(type: string, object: object, more: object = {}): string {
    const envelope = {
      object: "event",
      type,
      livemode: this.books.livemode,
      created: this.books.now(),
      data: { object },
      ...more,
    };
    return JSON.stringify({ id: newId("evt"), api_version: "2026-10-28.endive", pending_webhooks: 1, ...envelope });
  }

  /** Creates a webhook event with the object's current state. */
  async emit(type: string, object: object): Promise<void> {
    const body = this.bodyOf(type, object);
    const webhookEvent = { id: (JSON.parse(body) as { id: string }).id, type, body, tries: 0, delivered: false };
    this.all.push(webhookEvent);
    if (this.mode === "send") await this.send(webhookEvent);
  }

  /** Lets a request's side effects happen independently of its response. */
  follow(work: Promise<unknown>): void {
    const done = work.finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  /** Waits until all side effects of earlier requests are done and their webhook events were answered. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }

  /** Sends one webhook event, signed now; a test can call it any number of times. */
  async send(webhookEvent: WebhookEventEntry): Promise<number> {
    webhookEvent.tries++;
    const status = await this.carrier(webhookEvent.body, {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": this.sign(webhookEvent.body),
    }).catch(() => 0);
    if (status >= 200 && status < 300) webhookEvent.delivered = true;
    return status;
  }

  /** Sends undelivered webhook events in the given order or as they happened, except those already being sent. */
  async sendPending(
    order: (webhookEvents: WebhookEventEntry[]) => WebhookEventEntry[] = (webhookEvents) => webhookEvents,
  ): Promise<void> {
    await this.settled();
    for (const webhookEvent of order(this.all.filter(({ delivered }) => !delivered))) await this.send(webhookEvent);
  }
}
