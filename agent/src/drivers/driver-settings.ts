import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { z } from 'zod';

/**
 * The settings of a driver file: the JSON file of the same name beside it, or none, checked by the driver's own JSON
 * Schema, which also fills in defaults (docs/site-drivers.md#settings). The error names the setting.
 */
export async function readDriverSettings(driverPath: string, schema: unknown): Promise<unknown> {
  const { dir, name } = parse(driverPath);
  const file = `${name}.json`;
  const settings = parseSettings(file, await readIfThere(`${dir}/${file}`));
  return checkSettings(settings, { schema, place: file });
}

/** Settings that fit the JSON Schema, with its defaults; without one as they are. The error names setting and place. */
export function checkSettings(
  settings: unknown,
  { schema, place }: { schema: unknown; place: string },
): unknown {
  if (schema === undefined) return settings;
  const checked = compile(schema).safeParse(settings);
  if (checked.success) return checked.data;
  const problems = checked.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  throw new Error(`its settings in ${place} do not fit: ${problems.join('; ')}`);
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
    throw error;
  }
}

function parseSettings(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function compile(schema: unknown): z.ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    throw new Error(`its settingsSchema is no JSON Schema: ${(error as Error).message}`, { cause: error });
  }
}
