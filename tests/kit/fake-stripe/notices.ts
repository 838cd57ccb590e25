import { createHmac } from "node:crypto";
import { newId, type Books } from "./books.ts";

/** A notice as it leaves the processor, and how often it was tried. */
export interface NoticeEntry {
  id: string;
  type: string;
  body: string;
  tries: number;
  delivered: boolean;
}

/** Carries a signed notice to the product and answers its HTTP status. */
export type Carrier = (body: string, headers: Record<string, string>) => Promise<number>;

/** What becomes of a notice when it happens: sent at once, kept until the test sends it, or lost. */
export type NoticeMode = "send" | "keep" | "lose";

/** The notices of one processor: signed, and sent as the test says: at once, late, twice, out of order, or never. */
export class Notices {
  readonly all: NoticeEntry[] = [];
  mode: NoticeMode = "send";

  private readonly secret: string;
  private readonly books: Books;
  private carrier: Carrier;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(secret: string, books: Books, carrier: Carrier) {
    this.secret = secret;
    this.books = books;
    this.carrier = carrier;
  }

  /** Where notices go from here on. */
  sendTo(carrier: Carrier): void {
    this.carrier = carrier;
  }

  sign(body: string, secret = this.secret, time = Math.floor(Date.now() / 1000)): string {
    return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
  }

  /** The body of a notice about an object; tests forge theirs from it. */
  bodyOf(type: string, object: object, more: object = {}): string {
    const event = {
      object: "event",
      type,
      livemode: this.books.livemode,
      created: this.books.now(),
      data: { object },
      ...more,
    };
    return JSON.stringify({ id: newId("evt"), api_version: "2026-10-28.endive", pending_webhooks: 1, ...event });
  }

  /** Something happened: a notice of it, with the object as it is at this moment. */
  async tell(type: string, object: object): Promise<void> {
    const body = this.bodyOf(type, object);
    const notice = { id: (JSON.parse(body) as { id: string }).id, type, body, tries: 0, delivered: false };
    this.all.push(notice);
    if (this.mode === "send") await this.send(notice);
  }

  /** Lets what follows from a request happen on its own, beside its answer. */
  follow(work: Promise<unknown>): void {
    const done = work.finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  /** Waits until all that follows from earlier requests has happened, and its notices were answered. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }

  /** Sends one notice, signed now; safe to call as often as a test likes. */
  async send(notice: NoticeEntry): Promise<number> {
    notice.tries++;
    const status = await this.carrier(notice.body, {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": this.sign(notice.body),
    }).catch(() => 0);
    if (status >= 200 && status < 300) notice.delivered = true;
    return status;
  }

  /** Sends what was not delivered yet, in the order given or as it happened; not what is on its way. */
  async sendKept(order: (notices: NoticeEntry[]) => NoticeEntry[] = (notices) => notices): Promise<void> {
    await this.settled();
    for (const notice of order(this.all.filter(({ delivered }) => !delivered))) await this.send(notice);
  }
}
