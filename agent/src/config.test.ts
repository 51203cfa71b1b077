import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';

test('without settings it uses the server of this machine and a folder of the user', () => {
  const { url, loginToken, directory, practiceUrl } = loadConfig({ HOME: '/home/ada' });
  assert.equal(url, 'http://127.0.0.1:3000');
  assert.equal(loginToken, undefined);
  assert.match(directory, /^.*[/\\]pigeonpost$/i);
  assert.equal(practiceUrl, undefined);
});

test('settings are trimmed, and a final slash is removed', () => {
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

test('the start of Firefox may be given 10 to 600 seconds', () => {
  for (const seconds of ['10', '90', '600'])
    assert.equal(loadConfig({ FIREFOX_START_SECONDS: seconds }).firefoxStartSeconds, Number(seconds));
  for (const seconds of ['9', '601', '-30', '3e1', 'long'])
    assert.throws(() => loadConfig({ FIREFOX_START_SECONDS: seconds }), /a whole number from 10 to 600/);
  assert.equal(loadConfig({}).firefoxStartSeconds, undefined);
});

test('every error is named, and a token is never shown', () => {
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

test('a server on another machine is not used over http:// without PIGEONPOST_ALLOW_HTTP', () => {
  const far = [
    'http://post.test',
    'http://192.168.1.5:3000',
    'http://127.0.0.1.post.test',
    'http://localhost.post.test',
  ];
  for (const url of far) {
    assert.throws(
      () => loadConfig({ PIGEONPOST_URL: url }),
      /must begin with https:.*PIGEONPOST_ALLOW_HTTP=1/,
    );
    assert.equal(loadConfig({ PIGEONPOST_URL: url, PIGEONPOST_ALLOW_HTTP: '1' }).url, url);
  }
  const near = [
    'http://localhost:3000',
    'http://LOCALHOST',
    'http://127.8.9.1',
    'http://[::1]:3000',
    'https://post.test',
  ];
  for (const url of near) assert.equal(loadConfig({ PIGEONPOST_URL: url }).url, url);
});
