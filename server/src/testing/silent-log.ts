import type { Log } from '../log.ts';

/** For code under test whose log does not matter. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
