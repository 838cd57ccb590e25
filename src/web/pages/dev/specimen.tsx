import type { ReactNode } from "react";

export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line pt-4 md:grid-cols-[10rem_1fr]">
      <h2 className="eyebrow text-muted">{name}</h2>
      <div className="flex min-w-0 flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}
