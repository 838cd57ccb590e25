import { Tag, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { formatMoney } from "#web/lib/money.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeliveryWish } from "#contract/delivery/delivery.ts";
import type { OrderDraftInput, Quote } from "#contract/orders/orders.ts";
import type { Line } from "#web/features/tickets/picks.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { CallError } from "#web/lib/call.ts";
import { focusInView } from "#web/ui/callout.tsx";
import { patiently } from "./purchase.ts";

/** Selected lines in the API's form: only pay-what-you-want lines carry an amount. */
export const draftLines = (lines: Line[]) =>
  lines.map(({ type, quantity, unitCents }) => ({
    ticketTypeId: type.id,
    quantity,
    ...(type.pricing === "open" ? { amountCents: unitCents } : {}),
  }));

/** What a promo code changes. */
type Price = Pick<Quote, "promoCode" | "discountCents" | "totalCents" | "currency">;

export type Quoting<Priced extends Price = Price> = {
  /** The price with the code; undefined without a code, while loading, and if the code doesn't apply. */
  quote: Priced | undefined;
  isAsking: boolean;
  /** Why the code doesn't apply, in the server's words. */
  refusal: string | undefined;
  /** True if the server refused the code, false while nobody knows. */
  isRefused: boolean;
  askAgain: () => void;
  /** What the same would cost with another code. @throws CallError `code_invalid`; other errors if nobody knows */
  ask: (code: string) => Promise<Priced>;
};

/** Fetches the price of these lines with a promo code, before any tickets are on hold. */
export function useQuote(lines: Line[], promo: string | undefined, accessCode: string | undefined): Quoting<Quote> {
  const body = { lines: draftLines(lines), promoCode: promo, ...(accessCode ? { accessCode } : {}) };
  const isOn = promo !== undefined;
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({ ...quoteQuery(body), enabled: isOn && lines.length > 0 });
  return {
    quote: isOn && !error ? data : undefined,
    isAsking: isOn && isFetching,
    refusal: isOn && error ? formatFailure(error) : undefined,
    isRefused: isOn && isCodeRefusal(error),
    askAgain: () => void (isOn && refetch()),
    ask: (promoCode) => queryClient.fetchQuery(quoteQuery({ ...body, promoCode })),
  };
}

/** What an order would cost now. */
const quoteQuery = (body: QuoteBody) => ({
  queryKey: [apiPath("POST /api/orders/quote"), body],
  queryFn: () => patiently((signal) => callApi("POST /api/orders/quote", { body, signal })),
  // A code's last redemption may be used at any moment.
  staleTime: 0,
  gcTime: 0,
});

type QuoteBody = Pick<OrderDraftInput, "lines" | "accessCode"> & {
  promoCode: string | undefined;
  delivery?: DeliveryWish | undefined;
};

/**
 * Fetches what an order costs with its delivery, and with a promo code if it applies. While the address changes, it
 * shows the former price.
 */
export function useDeliveryQuote(
  lines: OrderDraftInput["lines"],
  delivery: DeliveryWish | undefined,
  promo: string | undefined,
): Quoting<Quote> & { failure: Error | null } {
  const enabled = lines.length > 0;
  const queryClient = useQueryClient();
  const body = { lines, ...(delivery ? { delivery } : {}) };
  const coded = useQuery({
    ...quoteQuery({ ...body, promoCode: promo }),
    enabled: enabled && promo !== undefined,
    placeholderData: keepPreviousData,
  });
  const needsPlain = promo === undefined || coded.isError;
  const plain = useQuery({
    ...quoteQuery({ ...body, promoCode: undefined }),
    enabled: enabled && needsPlain,
    placeholderData: keepPreviousData,
  });
  return {
    quote: needsPlain ? plain.data : coded.data,
    isAsking: coded.isFetching || plain.isFetching,
    refusal: coded.error ? formatFailure(coded.error) : undefined,
    isRefused: isCodeRefusal(coded.error),
    failure: needsPlain ? plain.error : null,
    askAgain: () => void (needsPlain ? plain.refetch() : coded.refetch()),
    ask: (promoCode) => queryClient.fetchQuery(quoteQuery({ ...body, promoCode })),
  };
}

/** True if the server refused a promo code. */
export const isCodeRefusal = (error: unknown): boolean =>
  error instanceof CallError && error.answer.code === "code_invalid" && error.answer.errors?.[0]?.path === "promoCode";

/** Why a code has no effect, in words for its field. */
export function formatFailure(error: Error): string {
  if (!(error instanceof CallError)) return "We couldn't check the code. Check your connection and try again.";
  const { code, message } = error.answer;
  const showsMessage = code === "code_invalid" || code === "too_many_requests" || code === "free_limit";
  return showsMessage && message ? message : "We couldn't check the code. Please try again.";
}

const longest = 40;

export type PromoCodeProps = {
  /** The code in the URL. */
  promo: string | undefined;
  quoting: Quoting;
  /** Gets what stands in the field, so that it counts without "Apply"; nothing once it is applied. */
  onType: (code: string) => void;
  /** True if Pay was pressed and waits for the buyer to see why the code doesn't apply. */
  isAwaited: boolean;
  /** True if the code can't be removed. */
  isFinal?: boolean;
  onChange: (code: string | undefined) => void;
};

/** Applies a promo code. Visitors without one see a single quiet line. */
export function PromoCode(props: PromoCodeProps) {
  const { promo, quoting, isFinal = false, onChange } = props;
  const { quote } = quoting;
  const summary = useRef<HTMLElement>(null);
  const applied = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const isApplied = Boolean(quote?.promoCode);

  const { isRefused } = quoting;
  useEffect(() => {
    if (isRefused) wasPressed.current = false;
  }, [isRefused]);
  // The pressed button is gone: move the focus to what the press did, or to where a code can be entered again.
  useEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    (isApplied ? applied : summary).current?.focus();
  }, [isApplied]);

  if (quote?.promoCode) {
    return (
      <div
        ref={applied}
        tabIndex={-1}
        role="status"
        className="flex items-center gap-3 rounded-md border border-sea/50 bg-sea-wash py-1.5 pr-1.5 pl-4 outline-none"
      >
        <Tag className="size-5 shrink-0 text-sea" />
        <p className="min-w-0 flex-1 leading-snug">
          <span className="font-semibold wrap-anywhere">{quote.promoCode}</span>
          <span className="block text-sm text-muted">
            {formatMoney(quote.discountCents, quote.currency)} off your order
          </span>
        </p>
        {!isFinal && (
          <IconButton
            label={`Remove code ${quote.promoCode}`}
            Icon={X}
            onClick={() => {
              wasPressed.current = true;
              onChange(undefined);
            }}
          />
        )}
      </div>
    );
  }
  const press = (code: string | undefined) => {
    wasPressed.current = true;
    onChange(code);
  };
  return <CodeForm key={promo} {...props} onChange={press} summary={summary} />;
}

type CodeFormProps = PromoCodeProps & { summary: RefObject<HTMLElement | null> };

function CodeForm({ promo, quoting, onType, isAwaited, summary, onChange }: CodeFormProps) {
  const { isAsking, askAgain } = quoting;
  const form = useZodForm({
    defaults: { code: promo ?? "" },
    submit: ({ code }) => (code.trim() === promo ? askAgain() : onChange(code.trim())),
  });
  const code = form.values.code.trim();
  // What was said about another code no longer counts.
  const refusal = code === promo ? quoting.refusal : undefined;
  const { error = refusal, ...field } = form.field("code", {
    validate: (text) => text.trim() !== "" || "Enter your promo code",
  });
  useEffect(() => {
    onType(code);
    return () => onType("");
  }, [onType, code]);
  const { ref: element } = form.props;
  useEffect(() => {
    if (refusal && isAwaited && !isAsking) focusInView(element.current?.querySelector("input") ?? null);
  }, [refusal, isAwaited, isAsking, element]);

  return (
    <details open={promo !== undefined} className="border-y border-line">
      <summary
        ref={summary}
        className="flex min-h-12 items-center gap-2.5 text-sm font-semibold text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        <Tag className="size-4.5" />
        Have a promo code?
      </summary>
      <form {...form.props} className="flex flex-wrap items-start gap-2 pb-4">
        <Field label="Promo code" className="min-w-40 flex-1" {...field} error={error}>
          <Input
            maxLength={longest}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
          />
        </Field>
        <Button type="submit" variant="outline" loading={isAsking} className="mt-6.5 min-h-12!">
          Apply
        </Button>
      </form>
    </details>
  );
}
