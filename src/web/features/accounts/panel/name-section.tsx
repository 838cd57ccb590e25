import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { Profile } from "#contract/account-profile.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { registerForm } from "../auth-dialog/forms.ts";
import { failureText } from "../failure-text.ts";
import { PanelSection } from "./panel-section.tsx";
import { useProfile } from "./use-profile.ts";

const nameForm = z.object({ displayName: registerForm.shape.displayName });

export function NameSection() {
  const { profile, takeOver } = useProfile();
  const form = useForm({ resolver: zodResolver(nameForm), defaultValues: { displayName: profile.displayName } });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await takeOver(await callJson<Profile>("PATCH", "/api/me/profile", { body: values }));
      toast({ title: "Name saved", description: `Your name is now ${values.displayName}.`, tone: "good" });
    } catch (error) {
      form.setError("displayName", { message: failureText(error) });
    }
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
      <form noValidate onSubmit={(e) => void submit(e)} className="grid justify-items-start gap-4">
        <Field label="Display name" error={errors.displayName?.message} className="w-full">
          <Input {...form.register("displayName")} autoComplete="nickname" maxLength={60} />
        </Field>
        <Button type="submit" variant="outline" disabled={!isDirty} loading={isSubmitting}>
          Save name
        </Button>
      </form>
    </PanelSection>
  );
}
