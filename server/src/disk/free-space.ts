import { statfs } from 'node:fs/promises';

const [MEGABYTE, GIGABYTE] = [1_000_000, 1_000_000_000];

/** With less, a few imports or a busy day fill the disk, and a database that cannot write stops everything. */
export const LEAST_FREE_BYTES = GIGABYTE;

/** The bytes that the server may still write on the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** '3.2 GB', and '840 MB' below one. */
export function formatBytes(bytes: number): string {
  return bytes < GIGABYTE
    ? `${Math.floor(bytes / MEGABYTE)} MB`
    : `${(Math.floor(bytes / (GIGABYTE / 10)) / 10).toFixed(1)} GB`;
}
