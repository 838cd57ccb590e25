import { Refusal, type Books, type Entry } from "./books.ts";
import { textOf, textsOf, type Form } from "./form.ts";
import type { WebhookEvents } from "./webhook-events.ts";

/** One API call. */
export interface Call {
  method: string;
  path: string;
  form: Form;
  pageBase: string;
}

/** A response, and what else happens. */
export interface Effect {
  body: object;
  happens?: (webhookEvents: WebhookEvents) => Promise<void>;
}

const missing = (path: string) =>
  new Refusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `Unrecognized request URL (${path})`,
  });

/** Executes a call on the books. */
export function answer(books: Books, call: Call): Effect {
  const [, version, ...parts] = call.path.split("/");
  if (version !== "v1") throw missing(call.path);
  const [noun, second, third, fourth] = parts;
  const { method, form } = call;
  if (noun === "checkout" && second === "sessions") {
    if (third === undefined) return method === "POST" ? openSession(books, call) : list(books.sessions, form);
    if (fourth === "expire" && method === "POST") {
      const session = books.expireSession(third);
      return {
        body: shown(books, session, form),
        happens: (webhookEvents) => webhookEvents.emit("checkout.session.expired", session),
      };
    }
    return { body: shown(books, books.session(third), form) };
  }
  if (noun === "balance" && method === "GET") return { body: { object: "balance", livemode: books.livemode } };
  if (noun === "refunds" && second === undefined && method === "POST") return createRefund(books, form);
  const shelf = {
    payment_intents: books.intents,
    charges: books.charges,
    refunds: books.refunds,
    disputes: books.disputes,
  }[noun ?? ""] as Map<string, Entry> | undefined;
  if (shelf === undefined || method !== "GET") throw missing(call.path);
  if (second === undefined) return list(shelf, form, books);
  const entry = shelf.get(second);
  if (entry === undefined) throw missing(call.path);
  return { body: shown(books, entry, form) };
}

/** Of the processor's, those that confirm at once in the United States. */
const knownMethods = new Set(["card", "klarna", "affirm", "cashapp", "afterpay_clearpay"]);

function openSession(books: Books, { form, pageBase }: Call): Effect {
  const line = (...path: string[]) => textOf(form, "line_items", "0", ...path);
  if (textOf(form, "mode") !== "payment") {
    throw new Refusal(400, { type: "invalid_request_error", message: "mode must be payment" });
  }
  const intent = form.payment_intent_data;
  const methods = Object.values(textsOf(form, "allowed_payment_method_types"));
  const unknown = methods.find((method) => !knownMethods.has(method));
  if (unknown !== undefined || methods.length === 0) {
    throw new Refusal(400, {
      type: "invalid_request_error",
      message: `Invalid allowed_payment_method_types: ${unknown}`,
    });
  }
  const session = books.openSession(
    {
      amount_total: Number(line("price_data", "unit_amount")) * Number(line("quantity") ?? 1),
      currency: line("price_data", "currency") ?? "usd",
      title: line("price_data", "product_data", "name") ?? "",
      client_reference_id: textOf(form, "client_reference_id") ?? null,
      metadata: textsOf(form, "metadata"),
      intent_metadata: typeof intent === "object" ? textsOf(intent, "metadata") : {},
      payment_method_types: methods,
      success_url: textOf(form, "success_url") ?? "",
      cancel_url: textOf(form, "cancel_url") ?? "",
      expires_at: Number(textOf(form, "expires_at") ?? books.now() + 86_400),
    },
    pageBase,
  );
  return { body: shown(books, session, form) };
}

function createRefund(books: Books, form: Form): Effect {
  const amount = textOf(form, "amount");
  const refund = books.refund(
    textOf(form, "payment_intent") ?? "",
    amount === undefined ? undefined : Number(amount),
    textsOf(form, "metadata"),
  );
  return {
    body: { ...refund },
    async happens(webhookEvents) {
      await webhookEvents.emit("refund.created", refund);
      await webhookEvents.emit("charge.refunded", books.charges.get(refund.charge)!);
      if (refund.status === "failed") await webhookEvents.emit("refund.failed", refund);
    },
  };
}

/** An entry as the API shows it: without the fake's own fields, with what `expand` asks for. */
function shown(books: Books, entry: Entry, form: Form): object {
  const { intent_metadata: _, title: __, ...rest } = entry as Entry & { intent_metadata?: unknown; title?: unknown };
  const expandPaths = Object.values(typeof form.expand === "object" ? form.expand : {});
  if (expandPaths.some((path) => path === "payment_intent" || path === "data.payment_intent")) {
    const intent = "payment_intent" in rest ? rest.payment_intent : null;
    return { ...rest, payment_intent: intent === null ? null : (books.intents.get(intent) ?? intent) };
  }
  return { ...rest };
}

function list(shelf: Map<string, Entry>, form: Form, books?: Books): Effect {
  const from = Number(textOf(form, "created", "gte") ?? 0);
  const to = Number(textOf(form, "created", "lt") ?? Infinity);
  const intent = textOf(form, "payment_intent");
  const charge = textOf(form, "charge");
  const fits = [...shelf.values()]
    .filter((entry) => entry.created >= from && entry.created < to)
    .filter((entry) => intent === undefined || ("payment_intent" in entry && entry.payment_intent === intent))
    .filter((entry) => charge === undefined || ("charge" in entry && entry.charge === charge))
    .toReversed();
  const after = textOf(form, "starting_after");
  const start = after === undefined ? 0 : fits.findIndex(({ id }) => id === after) + 1;
  const limit = Number(textOf(form, "limit") ?? 10);
  const data = fits.slice(start, start + limit);
  return {
    body: {
      object: "list",
      url: "",
      has_more: start + limit < fits.length,
      data: data.map((entry) => (books === undefined ? entry : shown(books, entry, form))),
    },
  };
}
