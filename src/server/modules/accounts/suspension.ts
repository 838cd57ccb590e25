import { AppError } from "#server/platform/app-error.ts";

/** What somebody reads who is kept out: that it is so, and why, as staff wrote it. */
export function suspendedRefusal(reason: string | null): AppError {
  return new AppError("suspended", reason === null ? {} : { message: `This account is suspended: ${reason}` });
}
