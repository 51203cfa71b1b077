import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Debian's headless shell first: the full one draws its own toolbar in a process beside each page, a third of a page
 * test's processor time. A test tool's own download is never used.
 */
const [WITHOUT_WINDOWS, FULL] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The Chromium that CHROMIUM names, else Debian's; `more` are additional arguments. */
export function launchChromium(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : FULL),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      ...more,
    ],
  });
}
