import { formatCount } from './format-number.ts';

const KB = 1000;

/** The size of a folder: '635 KB' below 1 MB, otherwise '412.6 MB', '1,153.4 MB'. */
export function formatSize(megabytes: number): string {
  const kilobytes = Math.round(megabytes * KB);
  return kilobytes < KB ? `${kilobytes} KB` : `${inTenths(megabytes)} MB`;
}

/** The size of many folders together: '1.2 GB' from 1,000 MB on. */
export function formatTotalSize(megabytes: number): string {
  return megabytes < KB ? formatSize(megabytes) : `${inTenths(megabytes / KB)} GB`;
}

function inTenths(amount: number): string {
  const [whole, tenth] = amount.toFixed(1).split('.');
  return `${formatCount(Number(whole))}.${tenth}`;
}
