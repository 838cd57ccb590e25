declare module "s3rver" {
  import type { AddressInfo } from "node:net";

  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: unknown[] }[];
  }
  /** A small S3 server backed by the file system. */
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
