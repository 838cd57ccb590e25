type Refusal = { message?: string; errors?: unknown[] };

/** The message for a request that never reached the server. There are two: only one blames the visitor's own connection. */
export const networkFailure = (online = navigator.onLine) =>
  online
    ? "Network error. Please check your connection and try again."
    : "Network connection error. Please check your internet connection and try again.";

export function loginFailure(status: number, { message }: Refusal): string {
  if (status === 401) return "Invalid username or password. Please try again.";
  if (status === 404) return "Account not found. Please check your username or register.";
  return message || "Please check your credentials";
}

export function registrationFailure({ message = "", errors = [] }: Refusal): string {
  if (/already (exists|taken)/i.test(message)) return "Username already exists. Please choose a different username.";
  if (errors.length > 0) return "Please check your information and try again.";
  return "Registration failed. Please try again.";
}
