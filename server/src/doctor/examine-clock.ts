import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';

/** Another clock's time, and when this machine asked for it and got the answer. */
interface Reading {
  told: Date;
  asked: Date;
  answered: Date;
}

/** Whether another clock agrees with this machine's within this many seconds; a missing time passes. */
export function examineClock(whose: string, reading: Reading, maxSeconds: number): Finding {
  const seconds = clockDifference(reading);
  if (Number.isNaN(seconds) || seconds <= maxSeconds) return ok('Clock', `${whose} is this machine's`);
  return problem(
    'Clock',
    `${whose} differs from this machine's by ${Math.round(seconds)} seconds`,
    'Let both machines follow a time server (timedatectl set-ntp true).',
  );
}

/** The least difference in seconds: a question and its answer may take long on a busy machine. */
function clockDifference({ told, asked, answered }: Reading): number {
  const moment = told.getTime();
  return Math.max(asked.getTime() - moment, moment - answered.getTime(), 0) / 1000;
}
