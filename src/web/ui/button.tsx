import type { ComponentProps, MouseEvent } from "react";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";
import { SpinnerMark } from "./spinner-mark.tsx";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true the button keeps its width and focus, says it is busy, and swallows every further press. */
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
  function press(event: MouseEvent<HTMLButtonElement>) {
    // A disabled attribute would throw away focus and the screen reader's place, so the press itself is refused.
    if (loading) event.preventDefault();
    else onClick?.(event);
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
