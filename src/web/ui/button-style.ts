import { clsx, type ClassValue } from "clsx";

export type ButtonVariant = "gold" | "outline" | "quiet" | "ink" | "danger";
export type ButtonSize = "sm" | "md" | "lg" | "icon";

const base =
  "relative inline-flex shrink-0 items-center justify-center gap-2 rounded-sm font-display font-bold uppercase tracking-[0.04em] max-w-full py-1 text-center leading-tight select-none transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px [&>svg]:shrink-0 disabled:opacity-50 aria-disabled:opacity-50 disabled:active:translate-y-0";

const variants: Record<ButtonVariant, string> = {
  gold: "bg-gold text-on-gold hover:bg-gold-bright",
  ink: "bg-ink text-page hover:bg-muted",
  outline: "border border-edge text-ink hover:border-ink hover:bg-ink/5",
  quiet: "text-ink hover:bg-ink/8",
  danger: "border border-hibiscus text-hibiscus hover:bg-hibiscus-wash",
};

const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3 text-base",
  md: "min-h-11 px-5 text-lg",
  lg: "min-h-14 px-7 text-xl",
  icon: "size-11 text-lg",
};

export const buttonStyle = (variant: ButtonVariant = "gold", size: ButtonSize = "md", extra?: ClassValue) =>
  clsx(base, variants[variant], sizes[size], extra);
