/** The site driver that this project ships: for its own practice inbox. */
const PRACTICE_DRIVER = 'practice';

/** What an agent lacks that is given no deliveries for its drivers, for the campaign's page (docs/behaviour.md#agents). */
export function missingDriverText(machineName: string, practiceUrl: string | undefined): string {
  return practiceUrl === undefined
    ? `The agent on ${machineName} has the practice driver only: sending to Instagram needs a site driver of your own.`
    : `The agent on ${machineName} does not use the driver "${PRACTICE_DRIVER}", and this server gives work to no other.`;
}
