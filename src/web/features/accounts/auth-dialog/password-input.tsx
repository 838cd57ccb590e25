import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Input } from "#web/ui/input.tsx";

export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input {...props} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck={false} className="pr-12" />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center text-muted hover:text-ink"
      >
        <Icon className="size-5" />
      </button>
    </span>
  );
}
