import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";

type ReleaseDialogProps = { things: string; onRelease: () => void; onClose: () => void };

/** Asks once before scarce tickets go back on sale: someone else may have them the next moment. */
export const ReleaseDialog = ({ things, onRelease, onClose }: ReleaseDialogProps) => (
  <Dialog
    onClose={onClose}
    title={`Release your ${things}?`}
    description={`They go back on sale at once, and there aren't many left. You might not get them again.`}
  >
    <DialogFoot>
      <Button variant="quiet" onClick={onRelease}>
        Release {things}
      </Button>
      <Button onClick={onClose}>Keep my {things}</Button>
    </DialogFoot>
  </Dialog>
);
