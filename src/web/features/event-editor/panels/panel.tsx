import { clsx } from "clsx";
import { useId, type ReactNode } from "react";

/** A section of a tab: its title, a short text and its fields. */
export function Panel({
  title,
  text,
  children,
  className,
}: {
  title: string;
  text?: string;
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx("grid gap-5 rounded-md border border-line bg-panel p-5 sm:p-6", className)}
    >
      <header className="grid gap-1">
        <h2 id={id} className="display text-display-sm">
          {title}
        </h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </header>
      {children}
    </section>
  );
}
