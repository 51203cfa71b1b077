import { canRead, type Reading, type ReadingOptions, readProfile } from './read-profile.ts';
import type { RequestJob, Results } from './request-runner.ts';

interface AskedProfile {
  profile_id: number;
  profile_name: string;
  profile_path: string;
  since: string;
}

interface Read extends Reading {
  profile_path: string;
  error: string | null;
}

/**
 * Reads the replies of each profile of the payload, one after another. Each profile's replies go with the progress after
 * it and are not repeated: those of all would not fit into one call.
 */
export async function readReplies(
  options: ReadingOptions,
  { payload, progress }: RequestJob,
): Promise<Results> {
  const driver = options.site.driver();
  if (!driver) throw new Error('This agent has no site driver to read replies with.');
  if (!canRead(driver)) throw new Error(`The site driver "${driver.name}" does not read replies.`);
  const profiles = payload.profiles as AskedProfile[] | undefined;
  if (!Array.isArray(profiles)) throw new Error('The request does not say which profiles are to be read.');
  const results: Read[] = [];
  for (const asked of profiles) {
    const { profile_name, profile_path, since } = asked;
    const read = await readProfile({ ...options, driver, profile: asked, since }).then(
      (reading) => ({ profile_path, ...reading, error: null }),
      (error: Error) => {
        options.log(`The replies of ${profile_name} could not be read.`, error);
        return { profile_path, read_to: since, is_cut: false, replies: [], error: error.message };
      },
    );
    await progress({ results: [...results, read] });
    results.push({ ...read, replies: [] });
  }
  return { results };
}
