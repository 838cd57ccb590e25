import { type FormEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { codeLength, completeCode, tidyCode } from "./ticket-code.ts";

/** Manual entry for a cracked screen or a broken camera: accepts any letter case and spacing. */
export function ManualEntry({ onCode }: { onCode: (code: string) => "sent" | "busy" | "held" }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function submit(e: FormEvent) {
    e.preventDefault();
    const code = completeCode(text);
    if (code === undefined) return setError(whatIsWrong(text));
    const answer = onCode(code);
    if (answer === "busy") return setError("The last ticket is still being checked.");
    if (answer === "held") return setError("This ticket was just checked.");
    setText("");
    setError(undefined);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field label="Ticket code" error={error}>
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
      onChange={(e) => onText(e.target.value)}
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
  if (count === 0) return "Enter or paste the code below the ticket's QR code.";
  return `A code has ${codeLength} letters and digits. This one has ${count}.`;
}
