import type { Log } from '../log.ts';

/** For code under test whose log no one reads. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
