import { useSite } from "#web/lib/site.ts";
import { InfoLink } from "./info-link.tsx";

/** What someone agrees to by doing something: "By placing this order". Names only the texts that exist. */
export function Agreement({ by }: { by: string }) {
  const { info } = useSite().settings;
  const hasTerms = info.includes("terms");
  const hasPrivacy = info.includes("privacy");
  if (!hasTerms && !hasPrivacy) return null;
  return (
    <p className="text-sm text-muted">
      {hasTerms && (
        <>
          {by}, you agree to our <InfoLink name="terms">terms</InfoLink>.{" "}
        </>
      )}
      {hasPrivacy && (
        <>
          Our <InfoLink name="privacy">privacy policy</InfoLink> says what we do with your data.
        </>
      )}
    </p>
  );
}
