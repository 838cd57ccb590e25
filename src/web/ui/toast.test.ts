import { expect, test } from "vitest";
import { dismissToast, toast, toastStore } from "./toast.ts";

test("a new message replaces the old one, and the old one's end doesn't remove it", () => {
  toast({ title: "Saved" });
  const old = toastStore.current()!;
  toast({ title: "Login Failed", tone: "bad" });
  const latest = toastStore.current()!;
  expect(latest).toMatchObject({ title: "Login Failed", tone: "bad", durationMs: 5000 });
  dismissToast(old.id);
  expect(toastStore.current()).toBe(latest);
  dismissToast(latest.id);
  expect(toastStore.current()).toBeUndefined();
});
