import { cpSync, rmSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Firefox's background work: a third of the processor time of a start, and of a tab, whose process it ends and restarts
 * unless it may wait for the next one. Its own extensions, which change pages of some hundred sites, have a process
 * too, a tenth of a start.
 */
const OWN_BUSINESS = {
  'app.normandy.enabled': false,
  'browser.discovery.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.ipc.processReuse.unusedGraceMs': 60_000,
  'extensions.formautofill.addresses.supported': 'off',
  'extensions.formautofill.creditCards.supported': 'off',
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'extensions.webcompat.enable_interventions': false,
  'extensions.webcompat.enable_shims': false,
  'extensions.webextensions.remote': false,
  'media.gmp-manager.updateEnabled': false,
  'media.rdd-process.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.process.enabled': false,
  'security.remote_settings.crlite_filters.enabled': false,
  'security.remote_settings.intermediates.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
};

const STARTUP_CACHE = 'startupCache';
const LOCKS = ['lock', '.parentlock'];

/**
 * Switches all that off in this profile, as a person could. If the test run has prepared a profile, this one becomes a
 * copy of it. `cachePath` is where Firefox keeps the caches of a listed profile.
 */
export async function quietProfile(profilePath: string, cachePath = profilePath): Promise<void> {
  const prepared = process.env.TEST_FIREFOX_PROFILE;
  if (prepared) {
    const isCopied = (path: string) => ![STARTUP_CACHE, ...LOCKS].includes(basename(path));
    await cp(prepared, profilePath, { recursive: true, filter: isCopied });
    renewStartupCache(cachePath);
  }
  const lines = Object.entries(OWN_BUSINESS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profilePath, 'user.js'), lines.join(''));
}

/**
 * Gives a profile the compiled scripts again. After a kill Firefox trusts none, and a start takes half as long again.
 */
export function renewStartupCache(cachePath: string): void {
  const prepared = process.env.TEST_FIREFOX_PROFILE;
  if (!prepared) return;
  const cache = join(cachePath, STARTUP_CACHE);
  // Removed first, not overwritten: a Firefox that is just ending may have its files mapped.
  rmSync(cache, { recursive: true, force: true });
  cpSync(join(prepared, STARTUP_CACHE), cache, { recursive: true });
  rmSync(join(cachePath, '.startup-incomplete'), { force: true });
}
