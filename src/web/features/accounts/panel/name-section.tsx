import * as z from "zod/mini";
import type { Profile } from "#contract/account-profile.ts";
import { registerFields } from "#contract/form-fields.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { failureText } from "../failure-text.ts";
import { PanelSection } from "./panel-section.tsx";
import { useProfile } from "./use-profile.ts";

const nameForm = z.object({ displayName: registerFields.displayName });

export function NameSection() {
  const { profile, takeOver } = useProfile();
  const form = useZodForm({
    schema: nameForm,
    defaults: { displayName: profile.displayName },
    failureText,
    failureAt: () => "displayName",
    submit: async (body) => {
      await takeOver(await callJson<Profile>("PATCH", "/api/me/profile", { body }));
      toast({ title: "Name saved", description: `Your name is now ${body.displayName}.`, tone: "good" });
    },
  });

  return (
    <PanelSection
      title="Name"
      text={
        <>
          What others see. You sign in as <strong className="text-ink">{profile.username}</strong>.
        </>
      }
    >
      <form {...form.props} className="grid justify-items-start gap-4">
        <Field label="Display name" {...form.field("displayName")} className="w-full">
          <Input autoComplete="nickname" maxLength={60} />
        </Field>
        <Button type="submit" variant="outline" disabled={!form.isDirty} loading={form.isBusy}>
          Save name
        </Button>
      </form>
    </PanelSection>
  );
}
