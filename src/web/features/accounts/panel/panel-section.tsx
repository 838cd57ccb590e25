import { type ReactNode, useId } from "react";

type Props = { title: string; text: ReactNode; children: ReactNode };

/** One section of the account settings: what it is on the left, the controls on the right. */
export function PanelSection({ title, text, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:gap-12 md:py-10 md:first:pt-2"
    >
      <div className="grid content-start gap-2">
        <h2 id={id} className="display text-display-sm">
          {title}
        </h2>
        <p className="max-w-[46ch] text-sm text-muted">{text}</p>
      </div>
      <div className="grid max-w-xl content-start gap-5">{children}</div>
    </section>
  );
}
