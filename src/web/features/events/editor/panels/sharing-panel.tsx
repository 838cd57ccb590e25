import { TextField, Field, Textarea, Input } from "#web/ui/field.tsx";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { pageTitle } from "#web/ui/page.tsx";
import { type EventFields, useEventEditor } from "../form/form-context.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";

export const sharingFields = {
  slug: { label: "URL slug" },
  seoTitle: { label: "Search title", message: "Use at most 120 characters" },
  seoDescription: { label: "Search description", message: "Use at most 320 characters" },
} satisfies EventFields;

/** The event's URL, and what search results and shared links show. */
export function SharingPanel() {
  const { event, form, set, field, fieldErrors } = useEventEditor();
  const { baseUrl } = useSite();
  const { seoTitle, seoDescription } = form;
  const address = new URL(paths.event(event), baseUrl);
  return (
    <div className="halves items-start gap-6">
      <Panel title="Event URL">
        <Field label="URL slug" hint={<span className="wrap-anywhere">{address.href}</span>} error={fieldErrors.slug}>
          <Input
            value={form.slug}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
            onChange={(e) => set("slug", e.target.value.toLowerCase().replace(/[\s_]+/g, "-"))}
          />
        </Field>
        {event.formerSlugs.length > 0 && (
          <div className="grid gap-1">
            <p className="text-sm font-semibold">Old URLs that redirect here</p>
            <ul className="text-sm text-muted">
              {event.formerSlugs.map((slug) => (
                <li key={slug} className="wrap-anywhere">
                  {paths.event({ id: event.id, slug })}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Panel>
      <Panel title="Search and sharing" text="If blank, we use the name and tagline.">
        <TextField
          {...field("seoTitle")}
          label="Title"
          hint={`${seoTitle?.length ?? 0} of 60 recommended characters`}
          maxLength={120}
          placeholder={form.title}
        />
        <Field
          {...field("seoDescription")}
          label="Description"
          hint={`${seoDescription?.length ?? 0} of 155 recommended characters`}
        >
          <Textarea rows={3} maxLength={320} placeholder={form.summary} oneLine />
        </Field>
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">Search preview</p>
          <div className="grid gap-1 rounded-sm border border-line bg-raised p-4">
            <p className="text-sm text-muted wrap-anywhere">
              {address.href.replace(/^https?:\/\//, "").replaceAll("/", " › ")}
            </p>
            <p className="line-clamp-1 text-lg text-gilt">{pageTitle(seoTitle || form.title)}</p>
            <p className="line-clamp-2 text-sm">{seoDescription || form.summary || "Your tagline appears here."}</p>
          </div>
        </div>
      </Panel>
    </div>
  );
}
