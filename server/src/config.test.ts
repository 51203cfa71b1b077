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
    BACKUP_EVERY_HOURS: '0',
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

const MAIL = {
  SMTP_URL: 'smtps://pigeon:kiln%2F9000@mail.example.com',
  MAIL_FROM: 'Pigeonpost <pigeonpost@example.com>',
  PUBLIC_URL: 'https://news.example.com',
  HOSTS: 'news.example.com',
};

test('mail has a server, a sender and an address of its own', () => {
  assert.equal(loadConfig({}).mail, undefined);
  assert.equal(loadConfig({ PUBLIC_URL: MAIL.PUBLIC_URL }).mail, undefined);
  assert.deepEqual(loadConfig(MAIL).mail, {
    host: 'mail.example.com',
    port: 465,
    isSecure: true,
    isOwnMachine: false,
    auth: { user: 'pigeon', pass: 'kiln/9000' },
    from: { name: 'Pigeonpost', address: 'pigeonpost@example.com' },
  });
  const local = loadConfig({
    SMTP_URL: 'smtp://[::1]:2525',
    MAIL_FROM: 'pigeonpost@bücher.example',
    PUBLIC_URL: 'http://127.0.0.1:3000',
  });
  assert.deepEqual(local.mail, {
    host: '::1',
    port: 2525,
    isSecure: false,
    isOwnMachine: true,
    auth: undefined,
    from: { name: '', address: 'pigeonpost@xn--bcher-kva.example' },
  });
  const remote = loadConfig({ ...MAIL, SMTP_URL: 'smtp://mail.example.com' }).mail;
  assert.deepEqual([remote?.port, remote?.isOwnMachine], [587, false]);
});

test('a setting of mail without the others is refused, in a sentence without the password', () => {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, HOSTS } = MAIL;
  for (const [env, error] of [
    [
      { SMTP_URL },
      'SMTP_URL needs MAIL_FROM and PUBLIC_URL too: mail says who it is from, and has links to this server.',
    ],
    [
      { SMTP_URL, MAIL_FROM },
      'SMTP_URL needs PUBLIC_URL too: mail says who it is from, and has links to this server.',
    ],
    [
      { SMTP_URL, PUBLIC_URL, HOSTS },
      'SMTP_URL needs MAIL_FROM too: mail says who it is from, and has links to this server.',
    ],
    [
      { SMTP_URL, MAIL_FROM, PUBLIC_URL },
      'SMTP_URL needs news.example.com in HOSTS too: mail has links to pages of this server under PUBLIC_URL.',
    ],
    [{ MAIL_FROM }, 'MAIL_FROM needs SMTP_URL, the address of a mail server: set both or none of them.'],
  ] as const)
    assert.throws(() => loadConfig(env), { message: `The settings cannot be used:\n- ${error}` });
  for (const url of [
    'http://mail.example.com',
    'mail.example.com',
    'smtp://',
    'smtps://pigeon@mail.example.com',
    'smtps://pigeon:kiln-9000@mail.example.com/box',
    'smtps://a:%zz@mail.example.com',
  ])
    assert.throws(
      () => loadConfig({ ...MAIL, SMTP_URL: url }),
      (error: Error) =>
        /SMTP_URL must be the address of a mail server/.test(error.message) &&
        !error.message.includes('kiln-9000'),
    );
  for (const from of [
    'Pigeonpost',
    'a@example.com, b@example.com',
    'A <a@example.com> <b@example.com>',
    'A\r\nBcc: b@example.com <a@example.com>',
    '\u202eA <a@example.com>',
  ])
    assert.throws(
      () => loadConfig({ ...MAIL, MAIL_FROM: from }),
      /MAIL_FROM must be an e-mail address/,
      from,
    );
});
