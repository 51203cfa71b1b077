import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** What npm run agent:package writes beside the files that it makes. */
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
 * The packaged agents in a folder; undefined where there are none, or no list of them that can be read: that a folder is
 * not whole yet must not take the list of machines from every page.
 */
export async function readAgentFiles(folder: string): Promise<AgentFiles | undefined> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether a version, '0.9.2', comes before another; false for a text that is none, such as a script's. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number),
  );
  if (!one || !other) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}
