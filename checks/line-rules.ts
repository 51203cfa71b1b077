/** A rule that one line of a source can break. Its samples prove that it works. */
type LineRule = {
  name: string;
  /** The files for which it holds, and the exceptions. */
  files: RegExp;
  except?: RegExp;
  breaks: RegExp;
  bad: string[];
  good: string[];
};

const TESTS = String.raw`\.test\.ts$|/testing/`;

export const LINE_RULES: LineRule[] = [
  {
    name: 'time comes from the clock',
    files: /^(contract|server|agent|practice|web)\/.*\.tsx?$/,
    except: new RegExp(String.raw`/clock\.ts$|${TESTS}|^web/[^/]*$`),
    breaks: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/,
    bad: ['const at = new Date();', 'Date.now() - started', 'const t = performance.now()'],
    good: ['new Date(row.created_at)', 'clock.now()'],
  },
  {
    name: 'sleeping goes through the clock',
    files: /^(contract|server|agent|practice)\/.*\.ts$/,
    // Waiting for PostgreSQL to start is waiting for another process, which no clock of ours controls.
    except: new RegExp(String.raw`/clock\.ts$|^server/src/database/embedded/|${TESTS}`),
    breaks: /\bset(Timeout|Interval)\(|\bset(Timeout|Interval)\b.*\btimers\/promises\b/,
    bad: [
      'setTimeout(resolve, 10)',
      'setInterval(tick, 5)',
      "import { setTimeout } from 'node:timers/promises'",
    ],
    good: ['await clock.sleep(10)', "import { setImmediate as letOthersRun } from 'node:timers/promises'"],
  },
  {
    name: 'SQL takes the time as a value',
    files: /^server\/.*\.(ts|sql)$/,
    // The clocks themselves, and the audit log of changes made by hand in the database.
    except: new RegExp(
      String.raw`^server/src/database/time-queries\.ts$|^server/functions/engine/lock-users\.sql$|^server/migrations/\d{4}-(audit-log|audit-many-lines|proven-identity)\.sql$|^server/schema\.sql$|${TESTS}`,
    ),
    breaks:
      /\bcurrent_(timestamp|date|time)\b|\blocaltimestamp\b|\b(clock|statement|transaction)_timestamp\(|(?<![.\w])now\(\)(?!\s*[:{])/i,
    bad: ['default now()', 'set ended_at = NOW() where', 'created_at timestamptz default current_timestamp'],
    good: ['clock.now()', 'now(): Date;', 'now() { return time; }'],
  },
  {
    name: 'zones are judged by wall_time and moment_of_wall alone',
    files: /^server\/(src|functions)\/.*\.(ts|sql)$/,
    breaks: /\bat time zone (?!'UTC')|\btimezone\(/i,
    bad: [
      '(moment at time zone u.time_zone)::date',
      "created_at AT TIME ZONE 'Europe/Oslo'",
      'timezone(zone, moment)',
    ],
    good: ["(moment at time zone 'UTC')::date", 'wall_time(moment, z)::date'],
  },
  {
    name: 'pages show times by the wall time of the zone that the server knows',
    files: /^(web|contract)\/src\/.*\.tsx?$/,
    except: new RegExp(String.raw`^contract/src/local-time\.ts$|^web/src/format/time-zone\.ts$|${TESTS}`),
    breaks: /\btimeZone: (?!'UTC'|string)|\{ timeZone\b(?!:)|^\s+timeZone,|\.toLocale(Date|Time)String\(/,
    bad: [
      "new Intl.DateTimeFormat('en-GB', { timeZone: zone })",
      '    timeZone,',
      'date.toLocaleTimeString()',
    ],
    good: ["new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' })", 'wallTime(ms, timeZone)'],
  },
  {
    name: 'SQL stands in queries, the database, the engine and the stop of a campaign',
    files: /^server\/src\/.*\.ts$/,
    except: new RegExp(
      String.raw`^server/src/(database/|engine/|features/campaigns/lifecycle/stop\.ts)|[/-]queries\.ts$|${TESTS}`,
    ),
    breaks:
      /\bsql`|\bsql<|^import \{.*from '(kysely|pg|pg-copy-streams)'|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/,
    bad: ['await sql`select 1`', "import { sql } from 'kysely';", "tx.selectFrom('users')"],
    good: ["import type { Transaction } from 'kysely';", 'listTemplates(tx, user)'],
  },
  {
    name: 'what loads late goes through lazyPart and lazyScreen, which outlive a lost network',
    files: /^web\/src\/.*\.tsx?$/,
    except: /\/lazy-part\.tsx$/,
    breaks: /\blazy\(|\blazyRouteComponent\b/,
    bad: ["const Palette = lazy(() => import('./palette.tsx'));", 'component: lazyRouteComponent(load)'],
    good: ["const Palette = lazyPart(() => import('./palette.tsx').then((m) => m.Palette));"],
  },
  {
    name: 'pages take types alone from the calls, whose schemas every browser would load',
    files: /^web\/src\/.*\.tsx?$/,
    except: new RegExp(TESTS),
    breaks: /^(?!import type ).* from '@pigeonpost\/contract\/(calls\/[\w-]+|call|fields|paging)'/,
    bad: ["import { SEARCH_RESULTS } from '@pigeonpost/contract/calls/search';"],
    good: [
      "import type { Campaign } from '@pigeonpost/contract/calls/campaigns';",
      "import { SEARCH_TEXT_MAX } from '@pigeonpost/contract/limits';",
    ],
  },
  {
    name: 'what is said of a failed call is decided in one place, which asks for the words of the screen',
    files: /^web\/src\/.*\.tsx?$/,
    // An unreadable file is not a failed call.
    except: new RegExp(String.raw`/failure\.ts$|/recipients/import/|${TESTS}`),
    breaks: /\b(error|failure|thrown|cause)\.message\b/,
    bad: ['toast.error(error.message)', 'title={query.error.message}'],
    good: ["toast.failure(error, 'Failed to save list')", 'reasonOf(error)'],
  },
  {
    name: 'nothing is left for later or switched off in secret',
    files: /\.(ts|tsx|mjs|sql|css)$/,
    except: /^checks\/line-rules\.ts$/,
    breaks: /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|expect-error|nocheck)|\beslint-disable\b/,
    bad: ['// TODO: later', '// @ts-ignore', '// FIXME'],
    good: ['the method is done', 'insertTodoItem()'],
  },
  {
    name: 'no path of somebody’s machine and no registry’s address is written down',
    files: /./,
    except: /^checks\/line-rules\.ts$/,
    breaks: /(?<![\w.$}*-])\/(work|workspaces?|builds|mnt|media)\/\w|^\s*"resolved": "https?:|^registry\s*=/,
    bad: [
      "cd '/workspace/pigeonpost'",
      '      "resolved": "https://example.test/x.tgz"',
      'registry=https://example.test/',
    ],
    good: ['./work/queue.ts', '/api/agent/work', '"resolved": "agent"'],
  },
];

/** The lines that break the rule, as 'path:number: text'. */
export function findBreaks(rule: LineRule, path: string, text: string): string[] {
  if (!rule.files.test(path) || rule.except?.test(path)) return [];
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => rule.breaks.test(line))
    .map(({ line, number }) => `${path}:${number}: ${line.trim()}`);
}
