import { SpinnerMark } from "./spinner-mark.tsx";

export function Spinner({ text = "Loading content..." }: { text?: string }) {
  return (
    <div
      role="status"
      className="flex min-h-[60dvh] animate-fade flex-col items-center justify-center gap-4 text-muted [animation-delay:120ms]"
    >
      <SpinnerMark className="size-9 text-gilt" />
      <p>{text}</p>
    </div>
  );
}
