import { failureOf } from '../feedback/failure.ts';
import { toast } from '../feedback/toast.ts';
import { saveFile } from './save-file.ts';

type Download = {
  fetch: () => Promise<Blob>;
  /** The name of the file; characters that a file's name cannot have are replaced. */
  name: string;
  words: { loading: string; done: string; failure: string };
};

const underWay = new Set<string>();

/** Fetches a file and saves it, with a toast that says how far it is; one at a time for a key. */
export async function download(key: string, { fetch, name, words }: Download): Promise<void> {
  if (underWay.has(key)) return;
  underWay.add(key);
  const progress = toast.loading(words.loading);
  try {
    saveFile(await fetch(), name.replaceAll(/[\\/:*?"<>|]/g, '-'));
    progress.success(words.done);
  } catch (error) {
    const { text, reason } = failureOf(error, words.failure);
    progress.error(text, reason);
  }
  underWay.delete(key);
}
