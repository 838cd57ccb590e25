import { useEffect, useState } from "react";

type Suggest = (email: string, isTyping: boolean) => string | undefined;

type EmailSuggestionProps = {
  email: string;
  /** True while the person types in the field. */
  isTyping: boolean;
  onUse: (email: string) => void;
};

/** "Did you mean ada@gmail.com?" A question only: nothing waits for its answer. */
export function EmailSuggestion({ email, isTyping, onUse }: EmailSuggestionProps) {
  const [suggest, setSuggest] = useState<Suggest>();
  const isNeeded = suggest === undefined && email.includes("@");
  useEffect(() => {
    if (!isNeeded) return;
    // Without it, everything works.
    import("./email-typo.ts").then(
      ({ suggestEmail }) => setSuggest(() => suggestEmail),
      () => undefined,
    );
  }, [isNeeded]);
  const meant = suggest?.(email, isTyping);
  return (
    // Always rendered, so that screen readers announce the question when it appears.
    <div role="status" className={meant === undefined ? "sr-only" : undefined}>
      {meant !== undefined && (
        <p className="text-sm">
          Did you mean{" "}
          <button
            type="button"
            onClick={() => onUse(meant)}
            className="min-h-11 font-semibold wrap-anywhere text-gilt underline underline-offset-4"
          >
            {meant}
          </button>
          ?
        </p>
      )}
    </div>
  );
}
