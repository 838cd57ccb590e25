import { Link, type LinkProps } from "react-router";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";

export type LinkButtonProps = Omit<LinkProps, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/** A link that looks like a button. Use it whenever the press leads to a URL. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
