import * as z from "zod/mini";

const atLeast = (length: number, message: string) => z.string().check(z.minLength(length, message));
const trimmedAtLeast = (length: number, message: string) => z.string().check(z.trim(), z.minLength(length, message));

export const loginForm = z.object({
  username: trimmedAtLeast(3, "Username must be at least 3 characters"),
  password: atLeast(6, "Password must be at least 6 characters"),
});
export type LoginForm = z.infer<typeof loginForm>;

export const registerForm = z
  .object({
    username: trimmedAtLeast(3, "Username must be at least 3 characters"),
    displayName: trimmedAtLeast(3, "Display name must be at least 3 characters"),
    password: z
      .string()
      .check(
        z.minLength(8, "Password must be at least 8 characters"),
        z.regex(/\p{Lu}/u, "Password must contain at least one uppercase letter"),
        z.regex(/\d/, "Password must contain at least one number"),
      ),
    confirmPassword: atLeast(6, "Confirm password must be at least 6 characters"),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      message: "Passwords do not match",
      path: ["confirmPassword"],
      // Without this, the check would wait until every other field is valid.
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
  );
export type RegisterForm = z.infer<typeof registerForm>;
