import { Link, type LinkProps } from "react-router";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";

export type LinkButtonProps = Omit<LinkProps, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/** Looks like a button and goes somewhere: use it whenever the press has an address. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
