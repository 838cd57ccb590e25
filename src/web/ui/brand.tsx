import { clsx } from "clsx";

/** The mark with the name beside it, for the header. */
export function Brand() {
  return (
    <span className="flex items-center gap-3">
      <Mark className="hidden size-9 text-gilt min-[28rem]:block" />
      <span className="display text-[calc(var(--bar-unit)*3.5)] leading-[0.86] xs:text-[calc(var(--bar-unit)*5.4)] xs:leading-[0.86]">
        Savage
        <br />
        Gentlemen
      </span>
    </span>
  );
}

/** Horns, mustache and bow tie: the drawing of public/brand/mark.svg, inline so that it inherits the text color. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" width="36" height="36" aria-hidden="true" className={className}>
      <path fill="currentColor" fillRule="evenodd" d={markPath} />
    </svg>
  );
}

/** The name at the full width of its container. */
export function Wordmark({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("wordmark block aspect-[1624/168] bg-ink", className)} />;
}

const markPath =
  "M32 22C38 19 48 20 53 12.5C55.4 9 57.4 6 59.6 2.5C62.8 12 63.2 22.5 59.2 30C56 36 50.6 39.6 44.8 39.2C38.6 38.8 36.6 31.6 32 31.6ZM37.6 31.4C40 26.4 46 24.8 54 22.4C53 29.2 45.8 34 37.6 31.4ZM35.7 49.4C40 48.4 46.5 44.6 50.4 43.2C52.4 42.5 53.5 43.2 53.7 45C54.2 49.4 54.2 54.4 53.7 58.8C53.5 60.6 52.4 61.3 50.4 60.6C46.5 59.2 40 55.4 35.7 54.4ZM35.5 17.6C35.4 13 38 8 42.8 5.4C43.6 10.6 40.4 15.8 35.5 17.6ZM32 22C26 19 16 20 11 12.5C8.6 9 6.6 6 4.4 2.5C1.2 12 0.8 22.5 4.8 30C8 36 13.4 39.6 19.2 39.2C25.4 38.8 27.4 31.6 32 31.6ZM26.4 31.4C24 26.4 18 24.8 10 22.4C11 29.2 18.2 34 26.4 31.4ZM28.3 49.4C24 48.4 17.5 44.6 13.6 43.2C11.6 42.5 10.5 43.2 10.3 45C9.8 49.4 9.8 54.4 10.3 58.8C10.5 60.6 11.6 61.3 13.6 60.6C17.5 59.2 24 55.4 28.3 54.4ZM28.5 17.6C28.6 13 26 8 21.2 5.4C20.4 10.6 23.6 15.8 28.5 17.6ZM32 19C28 14.4 27.8 7.6 32 1.4C36.2 7.6 36 14.4 32 19ZM30.6 48.6h2.8q.7 0 .7.7v5.2q0 .7-.7.7h-2.8q-.7 0-.7-.7v-5.2q0-.7.7-.7Z";
