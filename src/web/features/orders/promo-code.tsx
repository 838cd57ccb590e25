import { Tag, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import type { Quoting } from "./use-quote.ts";

const longest = 40;

export type PromoCodeProps = {
  /** The code in the URL. */
  promo: string | undefined;
  quoting: Quoting;
  onApply: (code: string) => void;
  onRemove: () => void;
};

/** Applies a promo code. Visitors without one see a single quiet line. */
export function PromoCode({ promo, quoting, onApply, onRemove }: PromoCodeProps) {
  const { quote } = quoting;
  const summary = useRef<HTMLElement>(null);
  const wasRemoved = useRef(false);

  // The focused element is gone: move the focus to where a code can be entered again.
  useEffect(() => {
    if (quote || !wasRemoved.current) return;
    wasRemoved.current = false;
    summary.current?.focus();
  }, [quote]);

  if (quote?.promoCode) {
    return (
      <div
        role="status"
        className="flex items-center gap-3 rounded-md border border-sea/50 bg-sea-wash py-1.5 pr-1.5 pl-4"
      >
        <Tag className="size-5 shrink-0 text-sea" />
        <p className="min-w-0 flex-1 leading-snug">
          <span className="font-semibold wrap-anywhere">{quote.promoCode}</span>
          <span className="block text-sm text-muted">
            {formatMoney(quote.discountCents, quote.currency)} off your order
          </span>
        </p>
        <IconButton
          label={`Remove code ${quote.promoCode}`}
          Icon={X}
          onClick={() => {
            wasRemoved.current = true;
            onRemove();
          }}
        />
      </div>
    );
  }
  return <CodeForm key={promo} promo={promo} quoting={quoting} summary={summary} onApply={onApply} />;
}

type CodeFormProps = Pick<PromoCodeProps, "promo" | "quoting" | "onApply"> & {
  summary: React.RefObject<HTMLElement | null>;
};

function CodeForm({ promo, quoting: { isAsking, refusal, askAgain }, summary, onApply }: CodeFormProps) {
  const form = useZodForm({
    defaults: { code: promo ?? "" },
    submit: ({ code }) => (code.trim() === promo ? askAgain() : onApply(code.trim())),
  });
  const { error = refusal, ...field } = form.field("code", {
    validate: (code) => code.trim() !== "" || "Enter your promo code",
  });

  return (
    <details open={promo !== undefined} className="border-y border-line">
      <summary
        ref={summary}
        className="flex min-h-12 items-center gap-2.5 text-sm font-semibold text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        <Tag className="size-4.5" />
        Have a promo code?
      </summary>
      <form {...form.props} className="flex items-start gap-2 pb-4">
        <Field label="Promo code" className="min-w-0 flex-1" {...field} error={error}>
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
