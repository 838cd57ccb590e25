import { Camera } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import type { Profile } from "#contract/account-profile.ts";
import { callJson } from "#web/lib/call.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "../../failure-text.ts";
import { avatarLetter } from "../../names.ts";
import { PanelSection } from "../panel-section.tsx";
import { useProfile } from "../use-profile.ts";
import { CropDialog } from "./crop-dialog.tsx";

const types = ["image/png", "image/jpeg", "image/webp", "image/avif"];
const maxBytes = 10 * 1024 * 1024;
const notSaved = (description: string) => toast({ title: "Picture not saved", description, tone: "bad" });

export function AvatarSection() {
  const { profile, takeOver } = useProfile();
  const [picture, setPicture] = useState<ImageBitmap>();
  const [busy, setBusy] = useState<"save" | "remove">();
  const chooser = useRef<HTMLInputElement>(null);

  async function choose(e: ChangeEvent<HTMLInputElement>) {
    const [file] = e.target.files ?? [];
    e.target.value = "";
    if (!file) return;
    if (!types.includes(file.type)) return notSaved("Choose a PNG, JPEG, WebP or AVIF image.");
    if (file.size > maxBytes) return notSaved("This image is too large. The limit is 10 MB.");
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      notSaved("We couldn't open this image. Try another one.");
    }
  }

  async function change(what: "save" | "remove", run: () => Promise<Profile>) {
    setBusy(what);
    try {
      await takeOver(await run());
      toast({ title: what === "save" ? "Picture saved" : "Picture removed", tone: "good" });
      setPicture(undefined);
    } catch (error) {
      notSaved(failureText(error));
    }
    setBusy(undefined);
  }

  return (
    <PanelSection title="Profile picture" text="PNG, JPEG, WebP or AVIF, up to 10 MB. We remove location data.">
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={profile.avatarLarge} letter={avatarLetter(profile)} className="size-24! text-5xl!" />
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => chooser.current?.click()}>
            <Camera aria-hidden="true" className="size-5" /> {profile.avatar ? "Change picture" : "Add picture"}
          </Button>
          {profile.avatar && (
            <Button
              variant="quiet"
              loading={busy === "remove"}
              onClick={() => void change("remove", () => callJson("DELETE", "/api/me/avatar"))}
            >
              Remove
            </Button>
          )}
        </div>
        <input
          ref={chooser}
          type="file"
          accept={types.join(",")}
          aria-label="Choose a picture"
          tabIndex={-1}
          className="sr-only"
          onChange={(e) => void choose(e)}
        />
      </div>
      {picture && (
        <CropDialog
          picture={picture}
          saving={busy === "save"}
          onSave={(square) => void change("save", () => callJson("POST", "/api/me/avatar", { file: square }))}
          onClose={() => setPicture(undefined)}
        />
      )}
    </PanelSection>
  );
}
