/** What the systems are called that an agent is packaged for. */
export const DOWNLOAD_SYSTEMS: Record<string, string> = {
  'windows-x64': 'Windows',
  'linux-x64': 'Linux',
  'linux-arm64': 'Linux on ARM',
};

/** The system of a browser, as the packaged agents name it; undefined where there is none for it. */
export function systemOf(userAgent: string): string | undefined {
  if (userAgent.includes('Windows')) return 'windows-x64';
  if (!userAgent.includes('Linux') || userAgent.includes('Android')) return undefined;
  return /aarch64|arm64/i.test(userAgent) ? 'linux-arm64' : 'linux-x64';
}
