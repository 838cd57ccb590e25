import type { ReactNode } from "react";
import { useLocation } from "#web/lib/router.ts";
import { useSite } from "#web/lib/site.ts";

type PageMeta = {
  title: string;
  description: string;
  /** The content's permanent URL. Default: the current path. Null: none. */
  canonical?: string | null;
  /** Path or URL of a 1200 × 630 image. */
  image?: string;
  imageAlt?: string;
  kind?: "website" | "article";
  /** Keeps the page out of search engines: for private, empty or staff pages. */
  hidden?: boolean;
};

export const pageTitle = (title: string) => `${title} | Savage Gentlemen Lifestyle | SGX Media`;

/** Every page's wrapper. Sets its metadata for the browser tab, search engines and shared links. */
export function Page({ meta, children }: { meta: PageMeta; children: ReactNode }) {
  const { baseUrl } = useSite();
  const { pathname } = useLocation();
  const title = pageTitle(meta.title);
  const address = new URL(meta.canonical ?? pathname, baseUrl).href;
  const image = new URL(meta.image ?? "/brand/social-default.jpg", baseUrl).href;

  return (
    <>
      <title>{title}</title>
      <meta name="description" content={meta.description} />
      {meta.hidden && <meta name="robots" content="noindex" />}
      {meta.canonical !== null && <link rel="canonical" href={address} />}
      {meta.canonical !== null && <meta property="og:url" content={address} />}
      <meta property="og:site_name" content="Savage Gentlemen" />
      <meta property="og:type" content={meta.kind ?? "website"} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      {meta.imageAlt && <meta property="og:image:alt" content={meta.imageAlt} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={meta.description} />
      <meta name="twitter:image" content={image} />
      {children}
    </>
  );
}
