import { toast } from "#web/ui/toast.ts";

/** Opens the device's share sheet; where there is none, copies the link. */
export async function share(title: string, path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    return navigator.share({ title, url }).catch(() => undefined);
  }
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: "Link copied", tone: "good" });
  } catch {
    toast({ title: "We couldn't copy the link", description: url, tone: "bad" });
  }
}
