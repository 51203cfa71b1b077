import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';
import { StartError } from './database/start-error.ts';

test('an empty environment gives the defaults', () => {
  const config = loadConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 3000);
  assert.equal(config.proxies, 0);
  assert.deepEqual(config.hosts, []);
  assert.equal(config.trialDays, 14);
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.practiceUrl, undefined);
  assert.deepEqual([config.metricsPort, config.metricsToken], [undefined, undefined]);
  assert.ok(Object.isFrozen(config));
});

test('the data folder is not needed if the database and the key are given', () => {
  const given = { DATABASE_URL: 'postgres://a@b/c', SECRET_KEY: 'ab'.repeat(32) };
  const twoPlaces = () => {
    throw new StartError('Data lies in two places.');
  };
  assert.throws(
    () => loadConfig({}, twoPlaces),
    /^StartError: The settings cannot be used:\n- Data lies in two places\.$/,
  );
  for (const one of ['DATABASE_URL', 'SECRET_KEY'] as const)
    assert.throws(() => loadConfig({ [one]: given[one] }, twoPlaces), /two places/);
  assert.equal(loadConfig({ DATA_DIR: '/data' }, twoPlaces).dataDir, '/data');
  loadConfig(given, twoPlaces);
});

test('all errors are listed at once', () => {
  const env = {
    PORT: 'http',
    PROXY: 'nginx',
    HOSTS: 'https://example.com/, pigeons',
    TRIAL_DAYS: '-1',
    DATABASE_URL: 'mysql://here',
    SECRET_KEY: 'short',
    SECRET_KEY_PREVIOUS: 'short',
    ADMIN_USERNAME: 'a b c',
    ADMIN_PASSWORD: 'x',
    PRACTICE_URL: 'nowhere',
    LOG_FORMAT: 'xml',
    METRICS_PORT: '70000',
    METRICS_TOKEN: 'short',
    PUBLIC_URL: 'https://example.com/news',
  };
  assert.throws(
    () => loadConfig(env),
    (error: Error) => Object.keys(env).every((name) => error.message.includes(name)),
  );
});

test('HOSTS is a list of names as browsers send them', () => {
  const { hosts } = loadConfig({
    HOSTS: ' Pigeons.Example.com , localhost:8080, plain.test:80,[2001:DB8::1]:9 ',
  });
  assert.deepEqual(hosts, ['pigeons.example.com', 'localhost:8080', 'plain.test', '[2001:db8::1]:9']);
});

test('a key is 32 bytes in hexadecimal, and an address loses its trailing slash', () => {
  const config = loadConfig({ SECRET_KEY: 'ab'.repeat(32), PRACTICE_URL: 'http://127.0.0.1:4600/' });
  assert.deepEqual(config.secretKey, Buffer.alloc(32, 0xab));
  assert.equal(config.practiceUrl, 'http://127.0.0.1:4600');
});

test('ORIGINS are addresses without a path, as browsers send them', () => {
  assert.deepEqual(loadConfig({ DATABASE_URL: 'postgres://here', SECRET_KEY: '0'.repeat(64) }).origins, []);
  const env = { DATABASE_URL: 'postgres://here', SECRET_KEY: '0'.repeat(64) };
  const { origins } = loadConfig({
    ...env,
    ORIGINS: 'https://Pages.example.com:443, http://localhost:5173/',
  });
  assert.deepEqual(origins, ['https://pages.example.com', 'http://localhost:5173']);
  for (const ORIGINS of ['pages.example.com', 'https://pages.example.com/app', 'file:///x', '*'])
    assert.throws(() => loadConfig({ ...env, ORIGINS }), /ORIGINS must be addresses without a path/, ORIGINS);
});
