import { useQueryClient } from "@tanstack/react-query";
import { ProductInput } from "#contract/shop/products.ts";
import { slugOf } from "#contract/slug.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { TextField, MoneyField } from "#web/ui/field.tsx";
import { Segments } from "#web/features/events/ticket-types/form-parts.tsx";
import { centsOf, wholeOf } from "#web/lib/amounts.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { kinds } from "./labels.tsx";

type NewProduct = { title: string; kind: ProductInput["kind"]; price: string; sku: string; onHand: string };

/** Creates a draft with one variant from what a product must have: a name, a price and a SKU. */
export function NewProductDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const queryClient = useQueryClient();
  const form = useZodForm<NewProduct, ProductInput>({
    schema: ProductInput,
    bodyOf: ({ title, kind, price, sku, onHand }) => ({
      title,
      slug: slugOf(title),
      kind,
      publication: "draft",
      taxCategory: kind === "digital" ? "digital" : "clothing",
      options: [],
      variants: [
        {
          options: [],
          // Without letters in the name, the message is at the name.
          sku: sku || slugOf(title).toUpperCase().slice(0, 40) || "NEW",
          priceCents: centsOf(price) ?? Number.NaN,
          onHand: kind === "digital" ? undefined : wholeOf(onHand),
        },
      ],
      pictureIds: [],
    }),
    defaults: { title: "", kind: "physical", price: "", sku: "", onHand: "" },
    messages: {
      title: "Enter a name",
      slug: "Use letters or digits in the name",
      "variants.0.priceCents": "Enter a price, like 45.00",
      "variants.0.onHand": "Enter a number from 0 to 1,000,000",
    },
    fields: {
      slug: "title",
      "variants.0.sku": "sku",
      "variants.0.priceCents": "price",
      "variants.0.onHand": "onHand",
    },
    failureText,
    submit: async (body) => {
      const { id } = await callApi("POST /api/admin/products", { body });
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(apiPath("GET /api/admin/products")),
      });
      onMade(id);
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New product"
      roomy
      description="You can change everything later. It stays a draft until you publish it."
      action="Create"
    >
      <TextField label="Name" required {...form.field("title")} maxLength={120} autoComplete="off" />
      <Segments label="Kind" {...form.bind("kind")} choices={kinds} />
      <div className="grid grid-cols-2 items-start gap-4">
        <MoneyField label="Price" required {...form.field("price")} />
        {form.values.kind === "physical" && (
          <TextField label="Units on hand" {...form.field("onHand")} inputMode="numeric" autoComplete="off" />
        )}
      </div>
      <TextField
        label="SKU"
        hint="Your own code for it. If blank, we make one from the name."
        {...form.field("sku")}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
