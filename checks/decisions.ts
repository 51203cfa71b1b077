/** The texts of the records under docs/decisions, by file name. */
export type Records = ReadonlyMap<string, string>;

const PARTS = ['Context', 'Decision', 'Consequences'];
const OTHER_WORDS = /\b(?:supersed|taken back by|obsoleted by)/i;
const RELATION = /^(Replaced|Replaces)( in part)?(?: by)? \[/;
/** The lines below the heading, which relate a record to others. */
const HEAD = /^(?:Replaced(?: in part)? by|Replaces(?: in part)?) \[\d{4}\]\(/;

interface Relation {
  from: number;
  to: number;
  /** Whether the later record says so about the earlier one. */
  isBack: boolean;
  isPart: boolean;
}

/** The mistakes in the form, the numbers and the relations of records, a sentence each. */
export function findRecordProblems(records: Records): string[] {
  const relations = [...records].flatMap(([name, text]) => relationsOf(name, text));
  return [
    ...findGaps(records),
    ...[...records].flatMap(([name, text]) => findFormProblems(name, text)),
    ...relations.flatMap((relation) => findOneSided(relation, relations)),
  ];
}

/** The decisions that are replaced as a whole, by file name. */
export function listReplaced(records: Records): string[] {
  return [...records].filter(([, text]) => /^Replaced by /.test(headOf(text)[0] ?? '')).map(([name]) => name);
}

function findGaps(records: Records): string[] {
  const numbers = [...records.keys()].map(numberOf);
  const newest = Math.max(0, ...numbers);
  return Array.from({ length: newest }, (_, index) => index + 1).flatMap((number) => {
    const count = numbers.filter((one) => one === number).length;
    return count === 1 ? [] : [`${padded(number)}: ${count === 0 ? 'There is none.' : 'There are several.'}`];
  });
}

function findFormProblems(name: string, text: string): string[] {
  const problems: string[] = [];
  const [heading = ''] = text.split('\n');
  if (!new RegExp(`^# ${padded(numberOf(name))} \\w.*[^.]$`).test(heading))
    problems.push(`its first line is not '# ${padded(numberOf(name))} Title'`);
  const places = PARTS.map((part) => text.search(new RegExp(`^\\*\\*${part}\\.\\*\\* ?`, 'm')));
  if (places.includes(-1) || places.some((place, at) => place < (places[at - 1] ?? 0)))
    problems.push(`it has not ${PARTS.join(', ')} in this order, each in bold before its text`);
  if (/^#{2,} /m.test(text)) problems.push('it has headings besides the first');
  const head = headOf(text);
  if (head.some((line) => !HEAD.test(line)))
    problems.push(
      "between heading and Context there is more than 'Replaced by [number]' or 'Replaces [number]'",
    );
  if (head.slice(1).some((line) => line.startsWith('Replaced')))
    problems.push('what replaced it does not come first');
  if (OTHER_WORDS.test(text)) problems.push("it says in other words than 'Replaced by' what came of it");
  return problems.map((problem) => `${name}: ${problem}.`);
}

/** A decision and the one that replaced it name each other, and agree on how much. */
function findOneSided(relation: Relation, all: readonly Relation[]): string[] {
  const { from, to, isBack, isPart } = relation;
  const earlier = isBack ? to : from;
  const later = isBack ? from : to;
  if (earlier >= later) return [`${padded(from)}: It replaces a later decision, ${padded(to)}.`];
  const isAnswered = all.some(
    (other) => other.from === to && other.to === from && other.isBack !== isBack && other.isPart === isPart,
  );
  if (isAnswered) return [];
  const words = `${isBack ? 'Replaced' : 'Replaces'}${isPart ? ' in part' : ''}${isBack ? ' by' : ''}`;
  return [`${padded(to)}: It does not say '${words} ${padded(from)}' below its heading.`];
}

function relationsOf(name: string, text: string): Relation[] {
  return headOf(text).flatMap((line) => {
    const [, verb, part] = RELATION.exec(line) ?? [];
    if (verb === undefined) return [];
    // What follows a colon or a comma and a word explains.
    const [named = ''] = line.split(/:|, \w/);
    return [...named.matchAll(/\[(\d{4})\]/g)].map(([, number]) => ({
      from: numberOf(name),
      to: Number(number),
      isBack: verb === 'Replaces',
      isPart: part !== undefined,
    }));
  });
}

/** The lines between the heading and the context. */
function headOf(text: string): string[] {
  const [, ...lines] = text.split('\n');
  const end = lines.findIndex((line) => line.startsWith('**'));
  return lines.slice(0, end < 0 ? lines.length : end).filter((line) => line !== '');
}

const numberOf = (name: string) => Number(name.slice(0, 4));
const padded = (number: number) => String(number).padStart(4, '0');
