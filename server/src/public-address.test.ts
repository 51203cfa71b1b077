import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';
import { serverAddress } from './public-address.ts';

const addressOf = (env: Record<string, string>) => serverAddress(loadConfig({ DATA_DIR: '/data', ...env }));

test('an address counts as public unless only this machine or its network can know it', () => {
  const reached = [
    'https://news.fjord.example',
    'https://8.8.8.8',
    'https://[2a01:4f8::1]:8443',
    'https://11.0.0.1',
  ];
  for (const PUBLIC_URL of reached)
    assert.deepEqual(addressOf({ PUBLIC_URL: `${PUBLIC_URL}/` }), { address: PUBLIC_URL, is_public: true });
  const inside = [
    'https://localhost',
    'https://desk',
    'https://desk.local',
    'https://a.localhost.',
    'https://db.internal',
    'https://127.0.0.1',
    'https://10.1.2.3',
    'https://172.31.0.1',
    'https://192.168.1.1',
    'https://169.254.1.1',
    'https://2130706433',
    'https://[::1]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[::ffff:10.0.0.1]',
  ];
  for (const PUBLIC_URL of inside) assert.equal(addressOf({ PUBLIC_URL }).is_public, false, PUBLIC_URL);
});

test('without PUBLIC_URL the address is where the server listens, and not public', () => {
  assert.deepEqual(addressOf({ PORT: '4000' }), { address: 'http://127.0.0.1:4000', is_public: false });
  assert.equal(addressOf({ HOST: '::' }).address, 'http://localhost:3000');
  for (const PUBLIC_URL of ['http://news.example.com', 'https://news.example.com/o', 'news.example.com'])
    assert.throws(() => addressOf({ PUBLIC_URL }), /PUBLIC_URL must be an address with https:\/\//);
});
