import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { type ButtonVariant, buttonStyle } from "./button-style.ts";

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** What a press does, for screen readers. */
  label: string;
  Icon: LucideIcon;
  variant?: ButtonVariant;
};

/** A square button that shows only an icon. */
export function IconButton({ label, Icon, variant = "quiet", className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={buttonStyle(variant, "icon", className)}>
      <Icon className="size-5" />
    </button>
  );
}
