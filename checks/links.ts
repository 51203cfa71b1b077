/** The target of a link: a file of the repository and, after '#', one of its headings. */
interface Link {
  line: number;
  target: string;
}

/** The targets of links: the repository's paths, and the text of its Markdown files. */
export interface Repository {
  exists(path: string): boolean;
  read(path: string): string;
}

// A page by its path from the root, as in comments.
const NAMED_PAGE = /(?<![\w./-])(docs\/[\w./-]+\.md(?:#[\w-]+)?)/g;
// A path from the root in a document's code span, without variable parts (<noun>, …) and build folders.
const CODE_PATH = /`((?:agent|bench|checks|contract|docs|e2e|practice|server|web)\/(?!dist\b)[\w./-]*)`/g;
const MARKDOWN_LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)/g;

// A page by its file name, in any folder; in quotation marks it is a value of the code.
const PAGE = /(?<![\w./'"-])((?:[\w-]+\/)*[\w-]+\.md)\b/g;
// A page named without its file: by number, as a specification's section, or in brackets with a heading.
const NUMBERED_PAGE =
  /((?<![\w.-])\d-[a-z]+(?:-[a-z]+)*(?=[,)])|\bspec(?:ification)?s? \d+\b|(?<=\()engine(?=, [A-Z]))/g;

/** The dead links and paths of a file, as 'path:line: link'. */
export function findDeadLinks(path: string, text: string, repository: Repository): string[] {
  const isMarkdown = path.endsWith('.md');
  const links = [
    ...linksIn(text, NAMED_PAGE),
    ...(isMarkdown ? linksIn(text, MARKDOWN_LINK).map((link) => fromRoot(link, path)) : []),
    ...(isMarkdown ? linksIn(text, CODE_PATH) : []),
  ];
  return links
    .filter(({ target }) => !leadsSomewhere(target, repository))
    .map(({ line, target }) => `${path}:${line}: ${target}`);
}

/** The pages that a file cites and the repository does not have, as 'path:line: page'. */
export function findForeignPages(path: string, text: string, { exists }: Repository): string[] {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  const foreign = [
    ...linksIn(text, PAGE).filter(({ target }) => !exists(target) && !exists(folder + target)),
    ...linksIn(text, NUMBERED_PAGE),
  ];
  return foreign.map(({ line, target }) => `${path}:${line}: ${target}`);
}

function linksIn(text: string, pattern: RegExp): Link[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(pattern)].map(([, target = '']) => ({ line: index + 1, target })),
    );
}

/** A relative link as a path from the root; '#heading' is one of the page itself. */
function fromRoot({ line, target }: Link, from: string): Link {
  if (target.startsWith('#')) return { line, target: `${from}${target}` };
  return { line, target: new URL(target, `file:///${from}`).href.replace('file:///', '') };
}

function leadsSomewhere(target: string, { exists, read }: Repository): boolean {
  const [path = '', heading] = decodeURIComponent(target).split('#');
  if (!exists(path)) return false;
  return heading === undefined || !path.endsWith('.md') || headingsOf(read(path)).has(heading);
}

/** The anchors that GitHub gives a page's headings: lower case, no punctuation, '-' for a space, '-1' for a second. */
export function headingsOf(markdown: string): Set<string> {
  const slugs = new Set<string>();
  for (const [, title = ''] of withoutCode(markdown).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replaceAll(' ', '-');
    let unique = slug;
    for (let count = 1; slugs.has(unique); count++) unique = `${slug}-${count}`;
    slugs.add(unique);
  }
  return slugs;
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '');
}
