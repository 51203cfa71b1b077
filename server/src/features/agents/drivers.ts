/** The site driver that this project ships: for its own practice inbox. */
const PRACTICE_DRIVER = 'practice';

/**
 * Whether an agent with these drivers is given deliveries: on a server for the practice inbox only agents on the
 * practice driver, elsewhere all except those that have nothing else (docs/behaviour.md#agents).
 */
export function canDeliver(drivers: string[], practiceUrl: string | undefined): boolean {
  const hasOnlyPractice = drivers.length > 0 && drivers.every((driver) => driver === PRACTICE_DRIVER);
  return practiceUrl === undefined ? !hasOnlyPractice : hasOnlyPractice;
}

/** What an agent lacks when `canDeliver` is false, for the campaign's page. */
export function missingDriverText(machineName: string, practiceUrl: string | undefined): string {
  return practiceUrl === undefined
    ? `The agent on ${machineName} has the practice driver only: sending to Instagram needs a site driver of your own.`
    : `The agent on ${machineName} does not use the driver "${PRACTICE_DRIVER}", and this server gives work to no other.`;
}
