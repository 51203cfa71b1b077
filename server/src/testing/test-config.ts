import type { Config } from '../config.ts';

/** Settings of a server that is not reached from outside and stores nothing in a folder; a test changes what it is about. */
export const testConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  proxies: 0,
  hosts: [],
  origins: [],
  dataDir: '',
  databaseUrl: undefined,
  secretKey: Buffer.alloc(32, 7),
  previousSecretKey: undefined,
  trialDays: 14,
  adminUsername: undefined,
  adminPassword: undefined,
  practiceUrl: undefined,
  agentFiles: '',
  pages: '',
  logFormat: 'text',
  metricsPort: undefined,
  metricsToken: undefined,
};
