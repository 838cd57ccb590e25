import type { ReactNode } from "react";

/** A full-screen message with the next steps: not found, no access, something went wrong. */
export function FullMessage({
  sign,
  title,
  text,
  actions,
  children,
}: {
  sign: string;
  title: ReactNode;
  text: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="pinstripe relative isolate -mb-24 grid min-h-[75dvh] content-center overflow-hidden py-20">
      <p
        aria-hidden="true"
        data-ornament
        className="display pointer-events-none absolute -bottom-[0.14em] left-1/2 -z-10 -translate-x-1/2 text-[clamp(12rem,46vw,40rem)] leading-[0.8] whitespace-nowrap text-ink/5 select-none"
      >
        {sign}
      </p>
      <div className="measure grid justify-items-start gap-6">
        <h1 className="display max-w-[14ch] text-display-lg">{title}</h1>
        <p className="max-w-[46ch] text-lg text-muted">{text}</p>
        <div className="flex flex-wrap gap-3">{actions}</div>
        {children}
      </div>
    </section>
  );
}

type EmptyStateProps = { icon?: ReactNode; title: ReactNode; text?: ReactNode; action?: ReactNode };

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 pinstripe rounded-lg border border-line bg-panel px-6 py-14 text-center">
      {icon && <div className="text-gilt [&>svg]:size-12 [&>svg]:stroke-[1.5]">{icon}</div>}
      <p className="display text-display-md">{title}</p>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
