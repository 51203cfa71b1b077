/**
 * Tables and columns that only server/src/engine writes: deliveries, the progress of campaigns, and the lease on a
 * profile.
 */
const TABLES = 'deliveries|campaign_progress';
const LEASE = 'lease_(?:until|token|campaign_id|recipient_id|agent_id)';

const WRITES = [
  // SQL, also across line breaks.
  new RegExp(
    String.raw`\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?:public\s*\.\s*)?"?(?:${TABLES})\b`,
    'gi',
  ),
  // Kysely.
  new RegExp(
    String.raw`\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"\`](?:${TABLES})\b`,
    'g',
  ),
  // A table name that is known only at run time may be one of them.
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*[^'"`\s]/g,
  // A column of the lease that is set, in SQL or by an object.
  new RegExp(String.raw`\b${LEASE}\s*(?::|=(?![=>]))`, 'g'),
  new RegExp(String.raw`\binsert\s+into\s+profiles\s*\([^)]*\b${LEASE}\b`, 'gi'),
];

/** The places in a source that write the engine's own tables or columns. */
export function findEngineWrites(source: string): string[] {
  return WRITES.flatMap((write) =>
    [...source.matchAll(write)].map(([found]) => found.replaceAll(/\s+/g, ' ')),
  );
}
