import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** A certificate of localhost, in `fullchain.pem` beside its key `privkey.pem`. */
export function makeCertificate(folder: string): string {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', ['req', '-x509', ...key, ...files, ...name], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.error ?? made.stderr}`);
  return readFileSync(join(folder, 'fullchain.pem'), 'utf8');
}

/** Has this process trust a certificate until the test ends. */
export function trust(t: TestContext, certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  t.after(() => setDefaultCACertificates(before));
}
