import { readFile } from 'node:fs/promises';
import { parse as parsePath } from 'node:path';
import type { z } from 'zod';
import { type SiteDescription, type StepsDescription, siteDescription, siteParts } from './description.ts';

/** The description in a file. The error is a sentence that names file and field. */
export async function loadDescription(path: string): Promise<SiteDescription> {
  try {
    const description = parseDescription(JSON.parse(await readFile(path, 'utf8')));
    const { name } = parsePath(path);
    if (description.name === name) return description;
    throw new Error(`its name is "${description.name}", and that of the file "${name}"`);
  } catch (error) {
    const { message } = error as Error;
    const reason = error instanceof SyntaxError ? `it is not JSON: ${message}` : message;
    throw new Error(`The site described in ${path} cannot be used: ${reason.replace(/\.$/, '')}.`, {
      cause: error,
    });
  }
}

/** The description with its defaults. The error names each wrong field. */
export function parseDescription(content: unknown): SiteDescription {
  return parse(siteDescription, content);
}

/** The parts that a driver file names, with their defaults. The error names each wrong field. */
export function parseSiteParts(content: unknown): StepsDescription {
  return parse(siteParts, content);
}

function parse<Schema extends z.ZodType>(schema: Schema, content: unknown): z.output<Schema> {
  const checked = schema.safeParse(content);
  if (checked.success) return checked.data;
  throw new Error(checked.error.issues.flatMap(describeIssue).join('; '));
}

/** A choice between two shapes reports only that none fits: say what the nearer one lacks. */
function describeIssue(issue: z.core.$ZodIssue): string[] {
  const field = issue.path.map(String).join('.') || 'it';
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [`${field}: ${issue.message}`];
  const nearest = issue.errors.reduce((one, other) => (other.length < one.length ? other : one));
  return nearest.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }));
}
