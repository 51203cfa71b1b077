import { readFileSync } from 'node:fs';

/**
 * Loaded into an agent before its program: its date is as many seconds wrong as the file says, from each SIGUSR2 on,
 * as on a machine whose clock was set. The clock that only counts goes on as it did.
 */
const file = process.env.DATE_STEP_FILE;
const TrueDate = Date;
let stepMs = 0;

function readStep(): void {
  try {
    stepMs = Number(readFileSync(file ?? '', 'utf8')) * 1000;
  } catch {
    stepMs = 0;
  }
}

class SteppedDate extends TrueDate {
  constructor(...parts: [] | [string | number | Date]) {
    super(parts.length === 0 ? TrueDate.now() + stepMs : parts[0]);
  }

  static override now(): number {
    return TrueDate.now() + stepMs;
  }
}

if (file) {
  readStep();
  process.on('SIGUSR2', readStep);
  globalThis.Date = SteppedDate as DateConstructor;
}
