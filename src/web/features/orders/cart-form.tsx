import { useEffect, useEffectEvent, useState } from "react";
import type { DeliveryChoice } from "#contract/delivery/delivery.ts";
import type { DeliveryOptions } from "#contract/delivery/of-order.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout, Focused } from "#web/ui/callout.tsx";
import { FormFailure } from "#web/ui/form-failure.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { BuyerFields, buyerMessages, NewsChoice, useKnownBuyer } from "./buyer-fields.tsx";
import { PayBar } from "./checkout-frame.tsx";
import * as draft from "#web/features/delivery/checkout/delivery-draft.ts";
import { DeliveryFields } from "#web/features/delivery/checkout/delivery-fields.tsx";
import { type DeliveryFields as Delivery, noDelivery } from "#web/features/delivery/checkout/no-delivery.ts";
import { type Buyer, storeBuyer, storeDelivery, readDelivery } from "./purchase.ts";

const orderMessages = buyerMessages("order");

/** What the form sends. */
export type CartDraft = { buyer: Buyer; delivery?: DeliveryChoice | undefined } & { emailOptIn?: true };
type Values = Buyer & Delivery;

type CartFormProps = {
  needsDelivery: boolean;
  /** How it can be delivered, and what that costs; undefined until that is known. */
  options: DeliveryOptions | undefined;
  currency: string;
  /** Why the delivery's price isn't known. */
  failure: Error | null;
  action: string;
  isBusy: boolean;
  /** Called with how it is to be delivered, each time that changes. */
  onDelivery: (fields: Delivery) => void;
  onSubmit: (draft: CartDraft) => Promise<void>;
};

/** The buyer's details and the delivery of a cart. What was typed in this tab before a reload is filled in again. */
export function CartForm({ needsDelivery, options, action, isBusy, onSubmit, ...more }: CartFormProps) {
  const complete = useKnownBuyer();
  const isReady = useHydrated();
  const [wantsNews, setWantsNews] = useState(false);
  // No default values: text typed before the scripts loaded must stay.
  const form = useZodForm<Values, CartDraft>({
    schema: async () => (await import("./buyer-schema.ts")).cartForm,
    bodyOf: (values) => toDraft(values, needsDelivery, options),
    messages: {
      "buyer.name": orderMessages.name,
      "buyer.email": orderMessages.email,
      "delivery.method": "Choose shipping or a pickup",
      "delivery.eventId": "Choose an event",
    },
    fields: { "buyer.name": "name", "buyer.email": "email", ...draft.deliveryFieldOf },
    submit: (sent) => onSubmit({ ...sent, ...(wantsNews ? { emailOptIn: true } : {}) }),
  });
  const { getValues, reset } = form;
  useEffect(() => {
    const typed = getValues();
    // The fields stay registered: a letter typed at this moment must count.
    reset({ ...noDelivery, ...readDelivery(), ...typed, ...complete(typed) }, { keepFieldsRef: true });
  }, [getValues, reset, complete]);

  const fields = chosen(form.values, options);
  const onDeliveryChange = useEffectEvent(more.onDelivery);
  const key = JSON.stringify(fields);
  useEffect(() => {
    const typed = JSON.parse(key) as Delivery;
    onDeliveryChange(typed);
    if (Object.values(typed).some(Boolean)) storeDelivery(typed);
  }, [key]);
  const store = () => storeBuyer(getValues());

  return (
    <form {...form.props} method="post" className="contents gap-4 lg:grid">
      {needsDelivery && options && <DeliveryFields form={form} fields={fields} options={options} {...more} />}
      {needsDelivery && more.failure && (
        <Callout
          tone="bad"
          title={options ? "We couldn't update the shipping price" : "We couldn't load the shipping options"}
        >
          Check your connection and reload the page. Nothing you entered is lost.
        </Callout>
      )}
      <BuyerFields
        hint="We'll send updates about your order here."
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
          disabled={!isReady || (needsDelivery && options === undefined)}
          className="disabled:opacity-100! w-full px-3! whitespace-normal!"
        >
          {action}
        </Button>
      </PayBar>
    </form>
  );
}

/** The delivery as typed; the method is chosen if there is only one. */
function chosen(values: Partial<Values>, options: DeliveryOptions | undefined): Delivery {
  const names = Object.keys(noDelivery) as (keyof Delivery)[];
  const fields = Object.fromEntries(names.map((name) => [name, values[name] ?? ""])) as Delivery;
  const methods: string[] = options ? draft.methodsOf(options) : [fields.method];
  if (!methods.includes(fields.method)) fields.method = methods.length === 1 ? methods[0]! : "";
  return fields;
}

/** What is sent: with the option whose price is shown, also if the buyer chose none or a former one. */
function toDraft(values: Values, needsDelivery: boolean, options: DeliveryOptions | undefined): unknown {
  const buyer = { name: values.name, email: values.email };
  if (!needsDelivery) return { buyer };
  const rateId = options?.rateId ? String(options.rateId) : "";
  return { buyer, delivery: draft.choiceOf({ ...chosen(values, options), rateId }, values.name.trim()) };
}
