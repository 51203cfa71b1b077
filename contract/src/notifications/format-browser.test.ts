import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBrowser } from './format-browser.ts';

test('a browser is named with its system, and a script by its user agent', () => {
  const cases = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0':
      'Edge on Windows',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1':
      'Safari on iOS',
    'curl/8.5.0': 'curl',
    '': 'Unknown browser',
  };
  for (const [text, words] of Object.entries(cases)) assert.equal(formatBrowser(text), words);
  assert.equal(formatBrowser(null), 'Unknown browser');
});
