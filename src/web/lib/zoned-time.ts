export { instantAt, instantsAt, toLocalTime } from "#contract/zoned-time.ts";
