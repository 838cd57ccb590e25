import { clsx } from "clsx";
import type { ComponentProps } from "react";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={clsx("rounded-md border border-line bg-panel p-5 sm:p-6", className)} />;
}
