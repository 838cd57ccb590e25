import { SelectField, TextField, Field, Textarea } from "#web/ui/field.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { kinds, publications, taxCategories } from "../labels.tsx";
import { useProductEditor } from "./editor-context.ts";

/** What visitors read, and how the product is sold and taxed. */
export function DetailsPanel() {
  const { form, product } = useProductEditor();
  const hasOrders = product.variants.some((variant) => variant.hasOrders);
  return (
    <Panel title="Details">
      <TextField label="Name" required {...form.field("title")} maxLength={120} />
      <TextField
        label="Tagline"
        hint="What it is, in a few words, such as “Heavyweight cotton tee”"
        {...form.field("tagline")}
        maxLength={160}
      />
      <Field label="Description" hint="An empty line starts a new paragraph" {...form.field("description")}>
        <Textarea rows={6} maxLength={5000} />
      </Field>
      <div className="across-2 items-start gap-4">
        <SelectField
          label="Status"
          hint="Only active products are in the shop"
          {...form.field("publication")}
          options={Object.entries(publications).map(([value, { label }]) => [value, label])}
        />
        <TextField
          label="Handle"
          hint={<span className="wrap-anywhere">/shop?product={form.values.slug}</span>}
          required
          {...form.field("slug")}
          maxLength={80}
          spellCheck={false}
          autoComplete="off"
        />
        <SelectField
          label="Kind"
          hint={hasOrders ? "Can't be changed: it has orders" : "Physical products are shipped or picked up"}
          {...form.field("kind")}
          options={Object.entries(kinds).filter(([value]) => !hasOrders || value === product.kind)}
        />
        <SelectField
          label="Tax category"
          hint="Some states tax these differently"
          {...form.field("taxCategory")}
          options={Object.entries(taxCategories)}
        />
        <TextField
          label="Position"
          hint="Lower numbers come first in the shop"
          {...form.field("position")}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </Panel>
  );
}
