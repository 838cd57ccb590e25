import { type FormEvent, useState } from "react";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

const longestCode = 40;

/** A code that unlocks hidden ticket types. Hidden behind one quiet line of text: most visitors have no code. */
export function AccessCode({ onReveal }: { onReveal: (code: string) => Promise<boolean> }) {
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  async function reveal(submission: FormEvent) {
    submission.preventDefault();
    const codeText = code.trim();
    if (!codeText) return setFailure("Enter your access code");
    setAsking(true);
    setFailure(undefined);
    try {
      if (!(await onReveal(codeText))) setFailure("This code doesn't work for this event");
    } catch (error) {
      const isTooFast = error instanceof CallError && error.status === 429;
      setFailure(
        isTooFast
          ? "Too many attempts. Please try again in a minute."
          : "We couldn't check the code. Please try again.",
      );
    } finally {
      setAsking(false);
    }
  }

  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 w-fit items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
        Have an access code?
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
