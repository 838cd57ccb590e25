import { expect, test } from "vitest";
import { findMisspelt } from "./setting-names.ts";

const settings = [
  "PORT",
  "HOST",
  "BASE_URL",
  "DATABASE_URL",
  "ADMIN_PASSWORD",
  "SMTP_URL",
  "LOG_LEVEL",
  "S3_ACCESS_KEY",
];

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["database_url", "DATABASE_URL"],
  ["BASEURL", "BASE_URL"],
  ["ADMIN_PASWORD", "ADMIN_PASSWORD"],
])("%s is taken for %s", (name, meant) => {
  expect(findMisspelt([name], settings)).toEqual([`${name} isn't a setting: did you mean ${meant}?`]);
});

test.each([
  "DATABASE_URL",
  "PATH",
  "POST",
  "HOSTS",
  "HOSTNAME",
  "LOGNAME",
  "SMTP_PORT",
  "S3_ACCESS_KEY_ID",
  "NODE_ENV",
])("%s is left alone", (name) => {
  expect(findMisspelt([name], settings)).toEqual([]);
});
