import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { buttonStyle } from "./button-style.ts";
import { PartBoundary } from "./part-boundary.tsx";
import { useFocusBack } from "./use-focus-back.ts";

export type DialogProps = {
  /** For a dialog that stays mounted while it is closed. */
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** For content that needs room: an image grid, a form beside an image. */
  wide?: boolean;
  /** For a form with two columns. */
  roomy?: boolean;
  /** True while the first content is still loading: focus goes to the dialog, not to an element that will move down. */
  focusSelf?: boolean;
  children?: ReactNode;
};

/** A dialog in the center of a desktop screen, or at the bottom edge of a phone, within reach of the thumb. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  wide = false,
  roomy = false,
  focusSelf = false,
  children,
}: DialogProps) {
  const focusBack = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 grid animate-fade items-end scroll-pb-36 overflow-y-auto bg-veil sm:place-items-center sm:p-6">
          <Radix.Content
            {...focusBack}
            onOpenAutoFocus={(e) => {
              focusBack.onOpenAutoFocus();
              if (!focusSelf) return;
              e.preventDefault();
              (e.target as HTMLElement | null)?.focus({ preventScroll: true });
            }}
            {...(!description && { "aria-describedby": undefined })}
            className={clsx(
              "relative w-full animate-rise rounded-t-xl border border-line bg-panel p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-lift focus:outline-none sm:rounded-xl sm:p-8",
              wide ? "sm:max-w-5xl" : roomy ? "sm:max-w-2xl" : "sm:max-w-md",
            )}
          >
            <Radix.Title className="display pr-[min(3rem,14vw)] text-display-md">{title}</Radix.Title>
            {description && <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>}
            <div className="mt-6">
              <PartBoundary>{children}</PartBoundary>
            </div>
            <div className="absolute top-4 right-4">
              <CloseButton />
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The button in the corner of a dialog. */
export const CloseButton = () => (
  <Radix.Close className={buttonStyle("quiet", "icon")} aria-label="Close">
    <X className="size-5" />
  </Radix.Close>
);

/** A dialog's buttons, always visible at its lower edge. On the narrowest phones each has its own line. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-1 before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-linear-to-t before:from-panel before:to-transparent sm:-bottom-6 -mx-6 -mb-[max(1.5rem,env(safe-area-inset-bottom))] flex flex-wrap justify-end gap-2 bg-panel px-6 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))] max-[23rem]:flex-col-reverse max-[23rem]:gap-1 sm:-mx-8 sm:-mb-8 sm:rounded-b-xl sm:px-8 sm:pb-8">
      {children}
    </div>
  );
}
