import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import { EmailText, type EmailTextDetail, TextKind } from "#contract/email/texts.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { TextField, Field, Textarea } from "#web/ui/field.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Failure, Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { showSuccess, showFailure, useAdminWrite, usePress } from "#web/admin-kit/use-admin-write.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { emailPath } from "./queries.ts";
import { TestSend } from "./test-send.tsx";

const groups = { orders: "Orders", events: "Events", accounts: "Accounts", staff: "Staff" } as const;

/** The texts of automatic emails: the list, or the editor of one. */
export function Templates() {
  const kind = TextKind.safeParse(useListAddress().search.get("kind")).data;
  return kind === undefined ? <TemplateList /> : <Template key={kind} kind={kind} />;
}

function TemplateList() {
  return (
    <Loaded query={useQuery(adminQuery("GET /api/admin/email-texts"))} label="Templates" className="h-96">
      {({ items }) => (
        <div className="halves items-start gap-5">
          {Object.entries(groups).map(([group, title]) => (
            <Panel key={group} compact title={title}>
              <ul className="grid gap-1">
                {items
                  .filter((item) => item.group === group)
                  .map(({ kind, name, about, isEdited }) => (
                    <li key={kind}>
                      <Link
                        to={emailPath("templates", { kind })}
                        className="-mx-2 block rounded-sm px-2 py-2 hover:bg-ink/5"
                      >
                        <span className="flex flex-wrap items-center gap-2 font-semibold">
                          {name} {isEdited && <StatusBadge label="Edited" tone="plain" />}
                        </span>
                        <span className="block text-sm text-muted">{about}</span>
                      </Link>
                    </li>
                  ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </Loaded>
  );
}

function Template({ kind }: { kind: TextKind }) {
  return (
    <>
      <WayUp to={emailPath("templates")}>All templates</WayUp>
      <Loaded
        query={useQuery(adminQuery("GET /api/admin/email-texts/{kind}", { params: { kind } }))}
        label="This template"
        className="h-96"
      >
        {(detail) => <TemplateEditor key={detail.version} detail={detail} />}
      </Loaded>
    </>
  );
}

function TemplateEditor({ detail }: { detail: EmailTextDetail }) {
  const { kind, name, about, hasButton, variables, defaultText, version } = detail;
  const params = { kind };
  const write = useAdminWrite();
  const save = (body: EmailText & { version: number }) => write("PUT /api/admin/email-texts/{kind}", { params, body });
  const form = useVersionedForm<EmailText, EmailText, EmailTextDetail>({
    schema: EmailText,
    defaults: detail.text,
    subject: detail,
    readLatest: async () => {
      const latest = await callApi("GET /api/admin/email-texts/{kind}", { params });
      return { values: latest.text, version: latest.version };
    },
    deleted: "This template no longer exists.",
    submit: async (body, current) => {
      await save({ ...body, version: current.version });
      showSuccess("Template saved", "Emails that haven't gone out yet use it.");
    },
  });
  const reset = usePress("We couldn't reset the template", async (send) => {
    const saved = await send("POST /api/admin/email-texts/{kind}/reset", { params, body: { version } });
    const restore = () =>
      save({ ...detail.text, version: saved.version }).catch((error: unknown) =>
        showFailure("We couldn't restore it", error),
      );
    toast({ title: "Template reset", tone: "good", action: { label: "Undo", onPress: () => void restore() } });
  });
  const settled = useSettled(JSON.stringify(form.values), 400);
  const query = JSON.parse(settled) as EmailText;
  const preview = useQuery(adminQuery("GET /api/admin/email-texts/{kind}/preview", { params, query }));
  return (
    <div className="halves items-start gap-6">
      <form {...form.props} className="grid min-w-0 gap-5">
        <SavedMeanwhile form={form} labels={{ subject: "Subject", intro: "Intro", buttonLabel: "Button label" }} />
        <Panel title={name} text={about}>
          <TextField label="Subject" required maxLength={150} {...form.field("subject")} />
          <Field label="Intro" hint="Separate paragraphs with an empty line." {...form.field("intro")}>
            <Textarea rows={4} maxLength={600} />
          </Field>
          {hasButton && <TextField label="Button label" maxLength={40} {...form.field("buttonLabel")} />}
          <Variables variables={variables} />
          <Failure text={form.failure} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" loading={form.isBusy} disabled={!form.isDirty}>
              Save
            </Button>
            {form.isDirty && (
              <Button variant="quiet" onClick={() => form.reset()}>
                Discard
              </Button>
            )}
            {detail.isEdited && (
              <Button variant="outline" {...reset}>
                Reset to “{defaultText.subject}”
              </Button>
            )}
          </div>
        </Panel>
        <TestSend
          send={async (send, email, key) => {
            const body = { ...form.values, email };
            const { leaves } = await send("POST /api/admin/email-texts/{kind}/test", { params, body, key });
            showSuccess(leaves ? "Test on its way" : "Test saved, not sent", `To ${email}`);
          }}
        />
      </form>
      <div className="grid min-w-0 gap-3">
        {preview.data && (
          <div className="grid gap-1 text-sm">
            <p className="font-semibold">{preview.data.subject}</p>
            <p className="text-muted">
              {preview.data.shows ? `With data from ${preview.data.shows}` : "With example data"}
              {preview.data.attachments.length > 0 && ` · Attached: ${preview.data.attachments.join(", ")}`}
            </p>
            {preview.data.problems.map(({ path: at, message }) => (
              <Callout key={at + message} tone="soon" title={message} />
            ))}
          </div>
        )}
        <PreviewFrame
          title={`Preview: ${name}`}
          srcOf={(theme) =>
            apiPath("GET /api/admin/email-texts/{kind}/preview.html", { params, query: { ...query, theme } })
          }
        />
      </div>
    </div>
  );
}

function Variables({ variables }: Pick<EmailTextDetail, "variables">) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-semibold">Variables</summary>
      <ul className="mt-2 grid gap-1.5">
        {variables.map(({ name, meaning, isForSubject }) => (
          <li key={name}>
            <code className="font-mono">{`{{${name}}}`}</code>{" "}
            <span className="text-muted">
              {meaning}
              {!isForSubject && " Not in the subject."}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
