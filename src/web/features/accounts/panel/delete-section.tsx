import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { PanelSection } from "./panel-section.tsx";

export function DeleteSection() {
  const [open, setOpen] = useState(false);
  return (
    <PanelSection
      title="Delete account"
      text="We permanently delete your name, email and picture right away. We keep only the number and amount of each order."
    >
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}
