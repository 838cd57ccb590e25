import { type FormEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { codeLength, completeCode, tidyCode } from "./ticket-code.ts";

/** For a cracked screen or a dead camera: the code by hand, in any case and with any spaces. */
export function ManualEntry({ onCode }: { onCode: (code: string) => "sent" | "busy" | "held" }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = completeCode(text);
    if (code === undefined) return setError(whatIsWrong(text));
    const answer = onCode(code);
    if (answer === "busy") return setError("Wait for the answer about the last ticket.");
    if (answer === "held") return setError("This ticket was checked a moment ago.");
    setText("");
    setError(undefined);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field label="Code by hand" error={error}>
        <div className="flex gap-2">
          <CodeInput text={text} onText={(value) => (setText(value), setError(undefined))} />
          <Button type="submit" className="min-h-12">
            Check
          </Button>
        </div>
      </Field>
    </form>
  );
}

function CodeInput({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <Input
      value={text}
      onChange={(event) => onText(event.target.value)}
      placeholder="SG…"
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      className="min-w-0 font-mono uppercase placeholder:normal-case"
    />
  );
}

function whatIsWrong(text: string): string {
  const count = tidyCode(text).length;
  if (count === 0) return "Type or paste the code under the ticket's QR.";
  return `A code has ${codeLength} letters and digits; this has ${count}.`;
}
