import { useQueryClient } from "@tanstack/react-query";
import { saveInfoSheet, type EditedInfoSheet, type InfoName } from "#contract/settings/info-sheets.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { infoLabels, infoQuery } from "#web/lib/info-sheets.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";

const hints: Record<InfoName, string> = {
  contact: "How fans reach you, and when you answer. Your contact email and links appear below it by themselves.",
  terms: "What a ticket is good for, and the rules of your events.",
  privacy: "What data you keep, why, for how long and who gets it. Ask a lawyer if you aren't sure.",
  refunds: "How refunds work in general. Each event's own policy appears on its page and at checkout by itself.",
  accessibility: "How accessible your venues and this site are, and whom to ask for help.",
};

/** Edits the contact page or one of the policies. */
export function InfoSheetDialog({
  sheet: { name, html, version },
  onClose,
}: {
  sheet: EditedInfoSheet;
  onClose: () => void;
}) {
  const write = useAdminWrite();
  const queryClient = useQueryClient();
  const label = infoLabels[name];
  const form = useVersionedForm({
    schema: saveInfoSheet.body!.pick({ html: true }),
    defaults: { html },
    subject: { version },
    messages: { html: "This text is too long. Use at most 40,000 characters, formatting included." },
    deleted: "This text no longer exists.",
    readLatest: async () => {
      const { items } = await callApi("GET /api/admin/info-sheets");
      const latest = items.find((sheet) => sheet.name === name);
      return latest && { values: { html: latest.html }, version: latest.version };
    },
    submit: async (body, current) => {
      const saved = await write("PUT /api/admin/info-sheets/{name}", {
        params: { name },
        body: { ...body, version: current.version },
      });
      // This visit may have read the former text.
      await applyReply(queryClient, infoQuery(name).queryKey, saved);
      showSuccess(`${label} saved`);
      onClose();
    },
  });
  return (
    <Dialog wide focusSelf title={label} description={hints[name]} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <SavedMeanwhile form={form} labels={{ html: "Text" }} />
        <Field label="Text" hint="Leave it blank to take the link away.">
          <RichText label={`${label} text`} {...form.bind("html")} />
        </Field>
        <FormEnd form={form} action="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
