/** The one for the project's own practice inbox. */
const PRACTICE_DRIVER = 'practice';

/** What an agent lacks that is given no deliveries for its drivers, for the campaign's page (docs/behaviour.md#agents). */
export function missingDriverText(
  { machine_name: machineName, has_driver }: { machine_name: string; has_driver: boolean },
  practiceUrl: string | undefined,
): string {
  if (!has_driver && practiceUrl === undefined)
    return `The agent on ${machineName} has no site driver, so it sends nothing: put one into its folder "drivers" and start it again.`;
  return practiceUrl === undefined
    ? `The agent on ${machineName} has the practice driver only: sending to Instagram needs a site driver of your own.`
    : `The agent on ${machineName} does not use the driver "${PRACTICE_DRIVER}", and this server gives work to no other.`;
}
