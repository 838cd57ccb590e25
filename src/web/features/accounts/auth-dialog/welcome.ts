import type { SessionUser } from "#web/lib/session-user.ts";
import { toast } from "#web/ui/toast.ts";

/** Shows the toast that ends every sign-in to an account. */
export function welcomeBack({ displayName, username }: SessionUser): void {
  toast({ title: "Login Successful", description: `Welcome back, ${displayName || username}!`, tone: "good" });
}
