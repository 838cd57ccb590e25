import { useEffect, useState } from "react";
import { useHydrated } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Focused } from "#web/ui/callout.tsx";
import { FormFailure } from "#web/ui/form-failure.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { BuyerFields, buyerMessages, NewsChoice, useKnownBuyer } from "./buyer-fields.tsx";
import { PayBar } from "./checkout-frame.tsx";
import { type Buyer, storeBuyer } from "./purchase.ts";

type BuyerFormProps = {
  action: string;
  isBusy: boolean;
  onSubmit: (buyer: Buyer, wantsNews: boolean) => Promise<void>;
};

/**
 * The buyer's details: two fields and one button. Prefilled with what was typed in this tab, and otherwise from the
 * buyer's last order.
 */
export function BuyerForm({ action, isBusy, onSubmit }: BuyerFormProps) {
  const complete = useKnownBuyer();
  const [wantsNews, setWantsNews] = useState(false);
  // No default values: text typed before the scripts loaded must stay.
  const form = useZodForm<Buyer>({
    schema: async () => (await import("./buyer-schema.ts")).buyerForm,
    messages: buyerMessages("tickets"),
    submit: async (buyer) => {
      storeBuyer(buyer);
      await onSubmit(buyer, wantsNews);
    },
  });
  const { getValues, reset } = form;
  const isReady = useHydrated();

  // The fields stay registered: a letter typed at this moment must count.
  useEffect(() => reset(complete(getValues()), { keepFieldsRef: true }), [getValues, reset, complete]);

  const store = () => storeBuyer(getValues());

  return (
    <form {...form.props} method="post" className="contents gap-4 lg:grid">
      <BuyerFields
        hint="We'll send your tickets and updates about your order here."
        field={(name) => form.field(name, { onBlur: store })}
        email={form.values.email}
        onEmail={(email) => {
          form.setValue("email", email, { shouldValidate: form.formState.isSubmitted });
          store();
        }}
      />
      <NewsChoice checked={wantsNews} onChange={setWantsNews} />
      {form.failure && (
        <Focused key={form.formState.submitCount}>
          <FormFailure form={form} />
        </Focused>
      )}
      <PayBar className="lg:mt-2">
        <Button
          type="submit"
          size="lg"
          loading={isBusy || form.isBusy}
          disabled={!isReady}
          className="disabled:opacity-100! w-full px-3! whitespace-normal!"
        >
          {action}
        </Button>
      </PayBar>
    </form>
  );
}
