import { clsx } from "clsx";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useFieldProps } from "./field.tsx";
import { inputStyle } from "./input.tsx";

export type RichOption = {
  value: string;
  label: string;
  /** A second line: a date, a venue, an address. */
  hint?: string;
  /** A profile picture, poster or color before the text. */
  picture?: ReactNode;
  disabled?: boolean;
};

export type RichSelectProps = {
  value: string | undefined;
  onChange: (value: string) => void;
  options: RichOption[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
};

/**
 * A select for options with an image or a second line. For plain text use Select: a phone's own picker is better than
 * ours and needs no script.
 */
export function RichSelect({ value, onChange, options, placeholder = "Choose", disabled, className }: RichSelectProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root value={value ?? ""} onValueChange={onChange} {...(disabled ? { disabled } : {})}>
      <Radix.Trigger
        {...useFieldProps()}
        className={clsx(inputStyle, "flex items-center gap-3 text-left data-placeholder:text-muted", className)}
      >
        {chosen?.picture}
        <span className="min-w-0 grow truncate">
          <Radix.Value placeholder={placeholder}>{chosen?.label}</Radix.Value>
        </span>
        <ChevronDown className="size-5 shrink-0 text-muted" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) min-w-64 animate-fade overflow-y-auto rounded-md border border-line bg-raised p-1.5 shadow-lift"
        >
          {/* Not Radix's own viewport: it adds a style element, which the page's CSP blocks. */}
          <div role="presentation">
            {options.map((option) => (
              <Option key={option.value} option={option} />
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option({ option: { value, label, hint, picture, disabled } }: { option: RichOption }) {
  return (
    <Radix.Item
      value={value}
      {...(disabled ? { disabled } : {})}
      className="flex min-h-11 items-center gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-ink/8 data-[state=checked]:text-gilt"
    >
      {picture}
      <span className="grid min-w-0 grow">
        <Radix.ItemText>{label}</Radix.ItemText>
        {hint && <span className="truncate text-sm text-muted">{hint}</span>}
      </span>
      <Radix.ItemIndicator>
        <Check className="size-5" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}
