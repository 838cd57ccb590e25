import { type KeyboardEvent, type PointerEvent, useState } from "react";

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

function targetOf(key: string, from: number | undefined, count: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  return (from ?? (step < 0 ? count : -1)) + step;
}

/**
 * The point that is read out. The pointer or a finger picks the one under it; the arrow keys, Page Up and Down, Home and
 * End move between the points. `byKeys` is true if a key picked it: only then it is announced.
 */
export function useReadout(count: number) {
  const [readout, setReadout] = useState<{ index: number; byKeys: boolean }>();
  const clear = () => setReadout(undefined);
  const move = (index: number, byKeys: boolean) =>
    setReadout({ index: Math.min(count - 1, Math.max(0, index)), byKeys });

  function onPointer(e: PointerEvent<HTMLElement>) {
    const { left, width } = e.currentTarget.getBoundingClientRect();
    move(Math.floor(((e.clientX - left) / width) * count), false);
  }

  function onKeyDown(e: KeyboardEvent<HTMLElement>) {
    if (e.metaKey || e.ctrlKey || e.altKey) return;
    const index = targetOf(e.key, readout?.index, count);
    if (index === undefined) return;
    e.preventDefault();
    move(index, true);
  }

  return {
    index: readout?.index,
    byKeys: readout?.byKeys ?? false,
    events: {
      onPointerDown: onPointer,
      onPointerMove: onPointer,
      // A finger that lifts leaves the readout for the eye to follow.
      onPointerLeave: (e: PointerEvent<HTMLElement>) => void (e.pointerType === "mouse" && clear()),
      onBlur: clear,
      onKeyDown,
    },
  };
}
