import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { pageTitle } from "#web/ui/page.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useNight } from "../form/form-context.ts";
import { Panel } from "./panel.tsx";

/** The night's address, and what searches and shared links say of it. */
export function SharingPanel() {
  const { night, form, set, faults } = useNight();
  const { baseUrl } = useSite();
  const address = new URL(paths.event(night.id, form.slug), baseUrl);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Panel title="Address">
        <Field label="Readable part" hint={<span className="wrap-anywhere">{address.href}</span>} error={faults.slug}>
          <Input
            value={form.slug}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set("slug", event.target.value.toLowerCase().replace(/[\s_]+/g, "-"))}
          />
        </Field>
        {night.formerSlugs.length > 0 && (
          <div className="grid gap-1">
            <p className="text-sm font-semibold">It was before, and still leads here</p>
            <ul className="text-sm text-muted">
              {night.formerSlugs.map((slug) => (
                <li key={slug} className="wrap-anywhere">
                  {paths.event(night.id, slug)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Panel>
      <Panel title="Searches and shared links" text="Left empty, the name and the line under it stand there.">
        <Field label="Title" hint={`${form.seoTitle.length} of about 60 letters`} error={faults.seoTitle}>
          <Input
            value={form.seoTitle}
            maxLength={120}
            placeholder={form.title}
            onChange={(event) => set("seoTitle", event.target.value)}
          />
        </Field>
        <Field label="Text" hint={`${form.seoDescription.length} of about 155 letters`} error={faults.seoDescription}>
          <Textarea
            rows={3}
            maxLength={320}
            value={form.seoDescription}
            placeholder={form.summary}
            onChange={(event) => set("seoDescription", event.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">As a search would show it</p>
          <div className="grid gap-1 rounded-sm border border-line bg-raised p-4">
            <p className="text-sm text-muted wrap-anywhere">
              {address.href.replace(/^https?:\/\//, "").replaceAll("/", " › ")}
            </p>
            <p className="line-clamp-1 text-lg text-gilt">{pageTitle(form.seoTitle || form.title)}</p>
            <p className="line-clamp-2 text-sm">
              {form.seoDescription || form.summary || "A line that says what it is."}
            </p>
          </div>
        </div>
      </Panel>
    </div>
  );
}
