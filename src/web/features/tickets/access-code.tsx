import { type FormEvent, useState } from "react";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

const longestCode = 40;

/** A word that shows hidden ticket types. Kept away behind one quiet line of text: most visitors have none. */
export function AccessCode({ onReveal }: { onReveal: (code: string) => Promise<boolean> }) {
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  async function reveal(submission: FormEvent) {
    submission.preventDefault();
    const word = code.trim();
    if (!word) return setFailure("Type the code you were given");
    setAsking(true);
    setFailure(undefined);
    try {
      if (!(await onReveal(word))) setFailure("This code opens nothing for this night");
    } catch (error) {
      const isTooFast = error instanceof CallError && error.status === 429;
      setFailure(
        isTooFast ? "That were many codes. Please wait a minute." : "The code could not be checked. Please try again.",
      );
    } finally {
      setAsking(false);
    }
  }

  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 w-fit items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
        Have a code?
      </summary>
      <form noValidate onSubmit={(submission) => void reveal(submission)} className="flex items-start gap-2 pb-4">
        <Field label="Access code" error={failure} className="flex-1">
          <Input
            value={code}
            onChange={(change) => setCode(change.target.value)}
            maxLength={longestCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" variant="outline" loading={isAsking} className="mt-6.5 min-h-12!">
          Show tickets
        </Button>
      </form>
    </details>
  );
}
