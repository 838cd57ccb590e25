import { AppError } from "#server/platform/app-error.ts";

/** The error for a suspended account, with the reason that staff wrote. */
export function suspendedRefusal(reason: string | null): AppError {
  return new AppError("suspended", reason === null ? {} : { message: `This account is suspended: ${reason}` });
}
