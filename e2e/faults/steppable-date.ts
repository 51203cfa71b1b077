import { readFileSync } from 'node:fs';

/**
 * Loaded into an agent before its program: from each SIGUSR2 on its date is wrong by the seconds in the file, like on a
 * machine whose clock was set. The monotonic clock continues.
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
