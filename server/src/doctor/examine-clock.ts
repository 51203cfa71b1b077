import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';

/** A time that somebody told, and when this machine asked for it and had the answer. */
interface Reading {
  told: Date;
  asked: Date;
  answered: Date;
}

/** Whether somebody else's clock is this machine's, but for so many seconds; one that told no time passes. */
export function examineClock(whose: string, reading: Reading, maxSeconds: number): Finding {
  const seconds = clockDifference(reading);
  if (Number.isNaN(seconds) || seconds <= maxSeconds) return ok('Clock', `${whose} is this machine's`);
  return problem(
    'Clock',
    `${whose} differs from this machine's by ${Math.round(seconds)} seconds`,
    'Let both machines follow a time server (timedatectl set-ntp true).',
  );
}

/** In seconds, at least: a question and its answer may take long on a busy machine. */
function clockDifference({ told, asked, answered }: Reading): number {
  const moment = told.getTime();
  return Math.max(asked.getTime() - moment, moment - answered.getTime(), 0) / 1000;
}
