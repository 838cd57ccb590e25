import type { SessionUser } from "#web/lib/session-user.ts";
import { toast } from "#web/ui/toast.ts";

/** What every sign-in to an account ends with. */
export function welcomeBack({ displayName, username }: SessionUser): void {
  toast({ title: "Login Successful", description: `Welcome back, ${displayName || username}!`, tone: "good" });
}
