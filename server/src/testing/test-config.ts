import type { Config } from '../config.ts';

/** Settings of a server without outside access and data folder; a test overrides what it needs. */
export const testConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  proxies: 0,
  hosts: [],
  origins: [],
  publicUrl: undefined,
  mail: undefined,
  dataDir: '',
  databaseUrl: undefined,
  secretKey: Buffer.alloc(32, 7),
  previousSecretKey: undefined,
  backupEveryHours: undefined,
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
