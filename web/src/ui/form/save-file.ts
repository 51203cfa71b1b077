import { failureOf } from '../feedback/failure.ts';
import { toast } from '../feedback/toast.ts';

type Download = {
  fetch: () => Promise<Blob>;
  /** The name of the file, which may still be on its way. */
  name: string | Promise<string>;
  words: { loading: string; done: string; failure: string };
};

const underWay = new Set<string>();

/** Fetches a file and saves it, with a toast of how it goes; one at a time for each key. */
export async function download(key: string, { fetch, name, words }: Download): Promise<void> {
  if (underWay.has(key)) return;
  underWay.add(key);
  const progress = toast.loading(words.loading);
  try {
    const file = await fetch();
    saveFile(file, await name);
    progress.success(words.done);
  } catch (error) {
    const { text, reason } = failureOf(error, words.failure);
    progress.error(text, reason);
  }
  underWay.delete(key);
}

/** A name without what no file's name may hold. */
export const fileName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '-');

/** Has the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
