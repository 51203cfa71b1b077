/** The site driver that this project ships: for its own practice inbox. */
const PRACTICE_DRIVER = 'practice';

/**
 * Whether an agent with these drivers is given deliveries (3-decisions, Pace): on a server for the practice inbox
 * those on the practice driver only; elsewhere all but those that have nothing else.
 */
export function canDeliver(drivers: string[], practiceUrl: string | undefined): boolean {
  const hasOnlyPractice = drivers.length > 0 && drivers.every((driver) => driver === PRACTICE_DRIVER);
  return practiceUrl === undefined ? !hasOnlyPractice : hasOnlyPractice;
}

/** What is missing where `canDeliver` says no, for the campaign's page. */
export function missingDriverText(machineName: string, practiceUrl: string | undefined): string {
  return practiceUrl === undefined
    ? `The agent on ${machineName} has the practice driver only: sending to Instagram needs a site driver of your own.`
    : `The agent on ${machineName} is not on the driver "${PRACTICE_DRIVER}", and this server gives work to no other.`;
}
