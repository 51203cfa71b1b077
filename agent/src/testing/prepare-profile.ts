import { cp } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { startBrowser } from '../firefox/browser.ts';
import { temporaryFirefox } from './temporary-firefox.ts';

// Starts Firefox once with a profile and leaves it in the FOLDER of the only argument. At a first start Firefox
// compiles its own scripts and makes its databases: half of the processor time of that start, which copies save.
const [folder = ''] = process.argv.slice(2);
await using firefox = await temporaryFirefox();
const profilePath = await firefox.profileFolder('prepared');
const browser = await startBrowser({ ...firefox, profilePath, headless: true, clock: systemClock });
await browser.work((page) => page.goto('data:text/html,<p>prepared</p>'));
await browser.close();
await cp(profilePath, folder, { recursive: true });
