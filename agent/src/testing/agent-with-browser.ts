import { systemClock } from '../clock.ts';
import { startBrowser } from '../firefox/browser.ts';
import { openAgentDirectory } from '../storage/agent-directory.ts';

// An agent reduced to one driven browser, for tests to kill: EXECUTABLE PROFILE FOLDER. Prints Firefox's pid.
const [executable = '', profilePath = '', folder = ''] = process.argv.slice(2);
const browser = await startBrowser({
  executable,
  profilePath,
  headless: true,
  directory: openAgentDirectory(folder),
  clock: systemClock,
  env: process.env,
});
console.log(browser.pid);
