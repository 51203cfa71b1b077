import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';

test('without settings it works with the server of this machine, in a folder of the user', () => {
  const { url, loginToken, directory, practiceUrl } = loadConfig({ HOME: '/home/ada' });
  assert.equal(url, 'http://127.0.0.1:3000');
  assert.equal(loginToken, undefined);
  assert.match(directory, /^.*[/\\]pigeonpost$/i);
  assert.equal(practiceUrl, undefined);
});

test('settings are taken without the space around them and the slash at the end', () => {
  const { url, loginToken, directory, practiceUrl } = loadConfig({
    PIGEONPOST_URL: ' https://post.test/ ',
    PIGEONPOST_TOKEN: 'abc\n',
    PIGEONPOST_DIR: '/elsewhere',
    PRACTICE_URL: 'http://127.0.0.1:4600/',
  });
  assert.deepEqual(
    [url, loginToken, directory, practiceUrl],
    ['https://post.test', 'abc', '/elsewhere', 'http://127.0.0.1:4600'],
  );
});

test('all faults are named, and a token is never shown', () => {
  assert.throws(
    () => loadConfig({ PIGEONPOST_URL: 'post.test', PIGEONPOST_TOKEN: 'my secret', PRACTICE_URL: 'x' }),
    (error: Error) => {
      assert.match(error.message, /PIGEONPOST_URL.*'post\.test'.*\n.*PRACTICE_URL|PIGEONPOST_TOKEN/s);
      assert.equal(error.message.split('\n').length, 4);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    },
  );
});
