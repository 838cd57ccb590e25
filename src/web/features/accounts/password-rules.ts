import * as z from "zod/mini";
import { registerForm } from "./auth-dialog/forms.ts";

const { password, confirmPassword } = registerForm.shape;

/** A new password typed twice, with the rules and messages of the registration form. */
export const newPasswordForm = z.object({ password, confirmPassword }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    message: "Passwords do not match",
    path: ["confirmPassword"],
    when: ({ value }) => typeof value === "object" && value !== null,
  }),
);
export type NewPasswordForm = z.infer<typeof newPasswordForm>;

export const passwordHint = "8 characters or more, with an uppercase letter and a number.";
