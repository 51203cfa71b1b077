// The first match counts: later browsers name earlier ones in their user agents.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A user agent in words: 'Firefox on Linux'. */
export function formatBrowser(user_agent: string | null): string {
  const text = user_agent ?? '';
  const browser = BROWSERS.find(([sign]) => sign.test(text))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(text))?.[1];
  if (!browser) return text.split(/[/ ]/)[0] || 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
}
