import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { Menu, MenuHeading, MenuItem, MenuLine } from "#web/ui/menu.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { Specimen } from "./specimen.tsx";

export function OverlayParts() {
  const [open, setOpen] = useState<"dialog" | "drawer">();
  const [tab, setTab] = useState("one");
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen name="Overlays">
        <Button variant="outline" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button variant="outline" onClick={() => setOpen("drawer")}>
          Drawer
        </Button>
        <Menu trigger={<Button variant="outline">Menu</Button>}>
          <MenuHeading>Admiral Ade (Admin)</MenuHeading>
          <MenuLine />
          <MenuItem onSelect={() => undefined}>My Tickets</MenuItem>
          <MenuItem onSelect={() => undefined}>Logout</MenuItem>
        </Menu>
        {(["plain", "good", "bad"] as const).map((tone) => (
          <Button
            key={tone}
            variant="outline"
            onClick={() => toast({ title: `A ${tone} toast`, description: "One at a time, five seconds.", tone })}
          >
            Toast {tone}
          </Button>
        ))}
        <Dialog
          open={open === "dialog"}
          onOpenChange={close}
          title="A dialog"
          description="With a line that says what it is for."
        >
          <Button onClick={close}>Done</Button>
        </Dialog>
        <Drawer
          open={open === "drawer"}
          onOpenChange={close}
          title="A drawer"
          footer={<Button onClick={close}>Done</Button>}
        >
          Its body scrolls, its footer stays.
        </Drawer>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          value={tab}
          onValueChange={setTab}
          label="Example"
          tabs={[
            { value: "one", label: "Login", content: "The first" },
            { value: "two", label: "Register", content: "The second" },
          ]}
        />
      </Specimen>
    </>
  );
}
