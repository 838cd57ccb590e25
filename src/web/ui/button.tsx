import type { ComponentProps, MouseEvent } from "react";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";
import { SpinnerMark } from "./spinner.tsx";
import type { LucideIcon } from "lucide-react";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true, the button keeps its width and focus, shows that it is busy, and ignores further presses. */
  loading?: boolean;
};

export function Button({
  variant,
  size,
  loading = false,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(e: MouseEvent<HTMLButtonElement>) {
    // A disabled attribute would lose focus and the screen reader's position, so ignore the press instead.
    if (loading) e.preventDefault();
    else onClick?.(e);
  }

  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle(variant, size, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={press}
    >
      <span className={loading ? "invisible contents" : "contents"}>{children}</span>
      {loading && <SpinnerMark className="absolute size-5" />}
    </button>
  );
}

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
