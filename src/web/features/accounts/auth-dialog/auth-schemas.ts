import * as z from "zod/mini";
import { loginFields, registerFields, resetFields } from "#contract/form-fields.ts";

const twice = {
  password: registerFields.password,
  confirmPassword: z.string().check(z.minLength(6, "Confirm password must be at least 6 characters")),
};
const isSameTwice = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    message: "Passwords do not match",
    path: ["confirmPassword"],
    // Without this, the check would wait until every other field is valid.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

export const loginForm = z.object(loginFields);
export type LoginForm = z.infer<typeof loginForm>;

export const registerForm = z.object({ ...registerFields, ...twice }).check(isSameTwice);
export type RegisterForm = z.infer<typeof registerForm>;

/** A new password typed twice, with the rules and messages of the registration form. */
export const newPasswordForm = z.object(twice).check(isSameTwice);

/** Who asks for a link by email. */
export const requestForm = z.object(resetFields);
