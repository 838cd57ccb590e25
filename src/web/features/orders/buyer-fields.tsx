import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { consentText } from "#contract/consent/text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, Input, TextField } from "#web/ui/field.tsx";
import { EmailSuggestion } from "./email-suggestion.tsx";
import { type Buyer, readBuyer } from "./purchase.ts";
import { lastBuyerQuery } from "./queries.ts";

/** Completes what the buyer typed: from earlier in this tab, from their last order, or from their account. */
export function useKnownBuyer(): (typed: Partial<Buyer>) => Buyer {
  const { user, isAuthenticated } = useUser();
  const { data: last } = useQuery(lastBuyerQuery());
  const ownName = isAuthenticated ? (user?.displayName ?? "") : "";
  return useCallback(
    ({ name, email }) => {
      const known = readBuyer();
      return {
        name: name || known?.name || last?.name || ownName,
        email: email || known?.email || last?.email || "",
      };
    },
    [ownName, last],
  );
}

/** What to say about a wrong name or email. @param what is sent there: "tickets" */
export const buyerMessages = (what: string) => ({
  name: "Enter your name",
  email: (email: unknown) =>
    email ? "Enter an email like name@example.com" : `Enter your email so we can send your ${what}`,
});

type BuyerFieldsProps = {
  /** Registers a field in the form, as `form.field` does. */
  field: (name: "name" | "email") => { input: object; error: string | undefined };
  hint: string;
  /** What stands in the email's field. */
  email: string | undefined;
  onEmail: (email: string) => void;
};

/**
 * Asks for consent to news by email, in the words that are stored with it. Never ticked beforehand. Says when a tick alone
 * isn't enough.
 */
export const NewsChoice = ({ checked, onChange }: { checked: boolean; onChange: (isWanted: boolean) => void }) => (
  <div>
    <Checkbox className="text-sm" label={consentText} checked={checked} onChange={(e) => onChange(e.target.checked)} />
    {checked && (
      <p className="ml-9 text-sm text-muted">
        If your order is free or you unsubscribed before, we'll email you a link to confirm.
      </p>
    )}
  </div>
);

/** The buyer's name and email. */
export function BuyerFields({ field, hint, email = "", onEmail }: BuyerFieldsProps) {
  const [isTyping, setTyping] = useState(false);
  return (
    <>
      <TextField label="Your name" required {...field("name")} autoComplete="name" maxLength={120} />
      <div className="grid gap-1.5" onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
        <Field label="Email" hint={hint} required {...field("email")}>
          <Input type="email" autoComplete="email" />
          <EmailSuggestion email={email} isTyping={isTyping} onUse={onEmail} />
        </Field>
      </div>
    </>
  );
}
