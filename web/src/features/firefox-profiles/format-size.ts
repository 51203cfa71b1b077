/** The size of a folder: '635 KB' below 1 MB, then '412.6 MB', and '1.2 GB' from 1,000 MB on. */
export function formatSize(megabytes: number): string {
  if (megabytes < 1) return `${Math.round(megabytes * 1000)} KB`;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}
