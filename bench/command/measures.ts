/** A measure of `npm run bench`: a script of this folder. */
export interface Measure {
  name: string;
  title: string;
  /** The peer of the measure. */
  beside: string;
  /** Sizes for which all measures together take about twenty minutes. */
  args: string[];
  /** Sizes for which it takes a second, in a test; null for what needs a browser. */
  small: string[] | null;
  limitMinutes: number;
}

/** In the order in which they run. */
export const MEASURES: Measure[] = [
  {
    name: 'engine',
    title: 'Deliveries through the engine',
    beside: 'graphile-worker, as it comes and tuned for many short jobs, in alternating rounds',
    args: ['2000', '3'],
    small: ['20', '1', '1'],
    limitMinutes: 25,
  },
  {
    name: 'never-twice',
    title: 'Never the same person twice',
    beside: 'the same engine with the setting off, in alternating rounds',
    args: [],
    small: ['20', '1', '50'],
    limitMinutes: 5,
  },
  {
    name: 'servers',
    title: 'One, two and four server processes',
    beside: 'one server process, in turns',
    args: ['1200', '2'],
    small: ['32', '1', '2'],
    limitMinutes: 3,
  },
  {
    name: 'growth',
    title: 'What calls cost while the profiles grow',
    beside: '',
    args: [],
    small: ['100'],
    limitMinutes: 5,
  },
  {
    name: 'recipients',
    title: 'Recipients: pages, filters, search',
    beside: '',
    args: [],
    small: ['300', '1'],
    limitMinutes: 4,
  },
  {
    name: 'dashboard',
    title: 'Dashboard, performance, campaigns',
    beside: 'a plain aggregation of the deliveries by one statement, without HTTP',
    args: [],
    small: ['1500', '100', '1', '1'],
    limitMinutes: 8,
  },
  {
    name: 'plan',
    title: 'The plan of a campaign to a million people',
    beside: '',
    args: ['1000000', '3'],
    small: ['300', '1'],
    limitMinutes: 4,
  },
  {
    name: 'lifecycle',
    title: 'Start, pause, stop, delete on a huge list',
    beside: '',
    args: [],
    small: ['100', '1'],
    limitMinutes: 4,
  },
  {
    name: 'export',
    title: 'Export of a million lines',
    beside: 'exceljs’s streaming writer behind a bare HTTP server, on the same rows',
    args: [],
    small: ['300', '1'],
    limitMinutes: 5,
  },
  {
    name: 'call-overhead',
    title: 'A call with its guards',
    beside: 'a bare Fastify with the same statements and no guards',
    args: ['3', '4'],
    small: ['0.05', '1'],
    limitMinutes: 3,
  },
  {
    name: 'live',
    title: 'From a result to the browsers',
    beside: 'Socket.IO’s emit alone',
    args: [],
    small: ['40', '2'],
    limitMinutes: 3,
  },
  {
    name: 'polls',
    title: 'Agents that wait',
    beside: '',
    args: ['10000', '20'],
    small: ['20', '1', '1', '1'],
    limitMinutes: 3,
  },
  {
    name: 'startup',
    title: 'Start and memory',
    beside: '',
    args: ['2'],
    small: ['1', '0'],
    limitMinutes: 3,
  },
  {
    name: 'import',
    title: 'Import of a million names',
    beside: 'a bare COPY into a table with the same indexes',
    args: ['1000000', '2'],
    small: ['300', '1'],
    limitMinutes: 8,
  },
  {
    name: 'screens',
    title: 'JavaScript of each screen',
    beside: 'the same sources as Vite builds them by itself, gzipped',
    args: [],
    small: null,
    limitMinutes: 3,
  },
  {
    name: 'interactions',
    title: 'Interactions on a slow processor',
    beside: "a page of Mantine's own parts with React",
    args: [],
    small: null,
    limitMinutes: 5,
  },
  {
    name: 'memory',
    title: 'Memory of the programs',
    beside: '',
    args: [],
    small: null,
    limitMinutes: 5,
  },
];
