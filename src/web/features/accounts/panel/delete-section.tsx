import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { PanelSection } from "./panel-section.tsx";

export function DeleteSection() {
  const [open, setOpen] = useState(false);
  return (
    <PanelSection
      title="Delete account"
      text="Your name, e-mail and picture go at once and for good. Orders stay in our books, with number and amount only."
    >
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}
