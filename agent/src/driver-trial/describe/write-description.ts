import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDescription } from '../../drivers/described/load-description.ts';
import type { ShownSite } from './describe-site.ts';
import type { SendingMarks } from './sending-marks.ts';

const CONFIRM_SECONDS = { least: 15, most: 60, perSecond: 10 };
const TRY_LATER = ['try again later', 'too many', 'too fast', 'rate limit'];

/** The description of a site as its file has it. Throws a sentence that names the field that does not fit. */
export function toDescription(name: string, shown: ShownSite, marks: SendingMarks | undefined) {
  const { home, thread, field, takes, button, messages, notFound, signInPage, dismiss } = shown;
  const [list, own, theirs, text] = [
    messages.list,
    messages.own,
    messages.theirs,
    marks?.text ?? messages.text,
  ].map(([first]) => first);
  const description = {
    name,
    home,
    thread,
    person: {
      shown: shown.name.selectors[0],
      ...(shown.name.attribute !== null && { attribute: shown.name.attribute }),
      ...(shown.name.is !== '{person}' && { is: shown.name.is }),
    },
    ready: list,
    ...(shown.loading && { loading: shown.loading }),
    notFound: [notFound],
    ...signInPage,
    tryLater: TRY_LATER,
    ...(dismiss.length > 0 && { dismiss }),
    composer: { field: field[0], takes },
    send: button ? { button: button[0] } : { key: 'Enter' },
    messages: {
      list,
      own,
      ...(theirs && { theirs }),
      ...(text && { text }),
      ...(messages.isVirtual && { virtual: true }),
      ...(marks?.pending && { pending: marks.pending }),
      ...(marks?.sent && { sent: marks.sent }),
    },
    ...(marks && { confirmSeconds: confirmSeconds(marks.seconds) }),
  };
  parseDescription(description);
  return description;
}

/** Writes it into the folder `sites` of the agent's own folder. Returns its path; undefined if there is one already. */
export async function writeDescription(
  directory: string,
  description: { name: string },
  { isReplaced }: { isReplaced: boolean },
): Promise<string | undefined> {
  const folder = join(directory, 'sites');
  const path = join(folder, `${description.name}.json`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(path, `${JSON.stringify(description, null, 2)}\n`, { flag: isReplaced ? 'w' : 'wx' });
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  }
}

function confirmSeconds(seen: number): number {
  const { least, most, perSecond } = CONFIRM_SECONDS;
  return Math.min(most, Math.max(least, Math.ceil(seen * perSecond)));
}
