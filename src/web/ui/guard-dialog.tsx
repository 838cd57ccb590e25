import { type ComponentType, lazy, Suspense } from "react";
import { PartBoundary } from "./part-boundary.tsx";

/** Only for a dialog that failed: others bring it. */
const Dialog = lazy(async () => ({ default: (await import("./dialog.tsx")).Dialog }));

/** What a press opens, whose errors stay in a dialog in its place. @param title of that dialog */
export function guardDialog<Props extends object>(
  Part: ComponentType<Props>,
  title: string,
  close: (props: Props) => void,
): ComponentType<Props> {
  return (props) => (
    <PartBoundary
      frame={(callout) => (
        <Suspense fallback={null}>
          <Dialog title={title} onClose={() => close(props)}>
            {callout}
          </Dialog>
        </Suspense>
      )}
    >
      <Part {...props} />
    </PartBoundary>
  );
}
