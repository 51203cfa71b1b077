/** How far a moment lies outside the time between a question and its answer, which may take long on a busy machine. */
export function secondsOutside(moment: number, asked: Date, answered: Date): number {
  return Math.max(asked.getTime() - moment, moment - answered.getTime(), 0) / 1000;
}
