import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** The manifest that npm run agent:package writes beside its files. */
const Manifest = z.object({
  version: z.string(),
  files: z.array(
    z.object({
      system: z.string(),
      file_name: z.string().regex(/^[\w.-]+$/),
      size: z.int(),
      sha256: z.string(),
    }),
  ),
});
type AgentFiles = z.infer<typeof Manifest>;

/**
 * The packaged agents in a folder; undefined if there are none, or their manifest cannot be read, because an incomplete
 * folder must not break the list of machines on every page.
 */
export async function readAgentFiles(folder: string): Promise<AgentFiles | undefined> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether a version, '0.9.2', is older than another; false for a text that is not a version, such as a script's. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number),
  );
  if (!one || !other) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}
