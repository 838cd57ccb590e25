/** What search engines read of a page: a data block, which the content security policy allows, because nothing in it runs. */
export const JsonLd = ({ data }: { data: object[] }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
);

/** The path from the home page to a page: schema.org/BreadcrumbList. */
export const breadcrumbs = (steps: [name: string, path: string][], baseUrl: string) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: steps.map(([name, path], index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: new URL(path, baseUrl).href,
  })),
});

/** JSON that can't close the script element around it, whatever a title contains. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
