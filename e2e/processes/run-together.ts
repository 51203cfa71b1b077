interface Program {
  end(): Promise<unknown>;
  /** Resolves when it has ended by itself, if it can. */
  ended?: Promise<number | null>;
}

/** Registers a started program. */
export type Keep = <P extends Program>(program: P) => P;

/**
 * Starts programs that end together, the last one first: at Ctrl-C, once the terminal is gone, or when one of them has
 * ended by itself. Then this process ends too. `start` passes each program to `keep` as soon as it runs.
 */
export function runTogether(start: (keep: Keep) => Promise<void>, { failure }: { failure: string }): void {
  const running: Program[] = [];
  let isEnding = false;

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void endAll(0));
  // The terminal is gone, so Ctrl-C is no longer possible.
  process.stdout.on('error', () => void endAll(1));
  const starting = start(keep).catch((error) => {
    if (!isEnding) console.error(`${failure}: ${(error as Error).message}`);
    void endAll(1);
  });

  function keep<P extends Program>(program: P): P {
    running.push(program);
    // It was being started when the end was requested.
    if (isEnding) throw new Error('Everything ends.');
    program.ended?.then((code) => {
      if (isEnding) return;
      console.error(`One of the programs has ended by itself (${code}).`);
      void endAll(1);
    });
    return program;
  }

  async function endAll(code: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    // A program that is being started would be left behind.
    await starting;
    for (const program of running.reverse()) await program.end();
    process.exit(code);
  }
}

/** Prints lines with the name of their program. */
export function tell(name: string): (line: string) => void {
  return (line) => console.log(`${name.padEnd(8)} | ${line}`);
}
