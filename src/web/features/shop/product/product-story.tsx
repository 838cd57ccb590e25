import { type ReactNode, useId } from "react";
import { Link } from "#web/lib/router.ts";
import type { ProductDetail } from "#contract/shop/shop.ts";
import { dateParts, formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Poster } from "#web/ui/poster.tsx";

/** What a product is: its description, what a bundle consists of, and the events that it belongs to. */
export function ProductStory({ product }: { product: ProductDetail }) {
  const paragraphs = product.description.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className="grid gap-10">
      {paragraphs.length > 0 && (
        <Part title="Details">
          <div className="grid max-w-[62ch] gap-4 text-lg whitespace-pre-line">
            {paragraphs.map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </div>
        </Part>
      )}
      {product.parts.length > 0 && (
        <Part title="What's included">
          <ul className="border-t border-line">
            {product.parts.map((part) => (
              <li key={part.slug} className="border-b border-line">
                <Link
                  to={paths.product(part)}
                  className="flex min-h-14 items-center gap-4 py-2 hover:text-gilt hover:underline hover:underline-offset-4"
                >
                  <span className="display w-9 text-display-sm text-gilt">{part.quantity}×</span>
                  <span className="display text-display-sm">{part.title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {product.events.length > 0 && (
        <Part title="Where you'll see it">
          <ul className="grid gap-3">
            {product.events.map((event) => {
              const { weekday, month, day } = dateParts(event.startsAt, event.timeZone);
              return (
                <li key={event.id}>
                  <Link
                    to={paths.event(event)}
                    className="flex items-center gap-4 rounded-sm border border-line p-2 transition-colors hover:border-gold"
                  >
                    <Poster poster={event.poster} sizes="4rem" decorative className="aspect-4/5 w-16 rounded-sm" />
                    <span className="min-w-0">
                      <span className="display block text-display-sm wrap-break-word">{event.title}</span>
                      <span className="text-sm text-muted">
                        {weekday}, {month} {day}, {formatTime(event.startsAt, event.timeZone)} · {event.city}
                      </span>
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="eyebrow mb-4 text-gilt">
        {title}
      </h2>
      {children}
    </section>
  );
}
