export { instantAt, instantsAt, isTimeZone, toLocalTime } from "#contract/zoned-time.ts";
