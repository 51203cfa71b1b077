import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The machine's Firefox behind a script that can break it. */
export interface BreakableFirefox {
  /** The value for the agent's FIREFOX. */
  program: string;
  /** Like half an update: 'start': it prints its version but does not start; 'program': it does neither. */
  break(what: 'start' | 'program'): Promise<void>;
  repair(): Promise<void>;
}

const FAILS = `echo "Couldn't load XPCOM." >&2; exit 255`;

/** Puts the script into a folder. */
export async function breakableFirefox(folder: string, executable: string): Promise<BreakableFirefox> {
  const program = join(folder, 'firefox');
  const write = async (first: string) => {
    // Replaced atomically: the agent may be starting it just now.
    await writeFile(`${program}.new`, `#!/bin/sh\n${first}\nexec "${executable}" "$@"\n`, { mode: 0o755 });
    await rename(`${program}.new`, program);
  };
  await write(':');
  return {
    program,
    break: (what) => write(what === 'program' ? FAILS : `[ "$1" = --version ] || { ${FAILS}; }`),
    repair: () => write(':'),
  };
}
