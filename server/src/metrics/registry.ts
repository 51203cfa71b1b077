/**
 * Values of a metric's labels. Each must come from a short list that is known beforehand, because a series is kept for
 * ever.
 */
type Labels = Record<string, string | number>;

interface Metric {
  name: string;
  /** Its lines in Prometheus's text format. */
  render(): string[];
}

interface Counter {
  add(labels?: Labels, by?: number): void;
}

interface Histogram {
  observe(labels: Labels, seconds: number): void;
}

/** The metrics, written out in Prometheus's text format. */
export interface Registry {
  counter(name: string, help: string): Counter;
  histogram(name: string, help: string, bounds: number[]): Histogram;
  /** Read with the metrics; several values with labels, or one without. */
  gauge(
    name: string,
    help: string,
    read: () => number | [Labels, number][],
    kind?: 'gauge' | 'counter',
  ): void;
  render(): string;
  names(): string[];
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A registry without metrics. */
export function createRegistry(): Registry {
  const metrics: Metric[] = [];
  const add = (metric: Metric) => void metrics.push(metric);
  return {
    counter(name, help) {
      const values = new Map<string, { labels: Labels; count: number }>();
      add({
        name,
        render: () => [
          ...head(name, help, 'counter'),
          ...lines(
            name,
            [...values.values()].map(({ labels, count }) => [labels, count]),
          ),
        ],
      });
      return {
        add(labels = {}, by = 1) {
          const key = keyOf(labels);
          const one = values.get(key);
          if (one) one.count += by;
          else values.set(key, { labels, count: by });
        },
      };
    },
    histogram(name, help, bounds) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number }>();
      add({
        name,
        render: () => [
          ...head(name, help, 'histogram'),
          ...[...series.values()].flatMap((one) => renderSeries(name, bounds, one)),
        ],
      });
      return {
        observe(labels, seconds) {
          const key = keyOf(labels);
          const one = series.get(key) ?? { labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
          series.set(key, one);
          const at = bounds.findIndex((bound) => seconds <= bound);
          one.counts[at === -1 ? bounds.length : at] += 1;
          one.sum += seconds;
        },
      };
    },
    gauge(name, help, read, kind = 'gauge') {
      const render = () => {
        const found = read();
        const values = typeof found === 'number' ? [[{}, found] as [Labels, number]] : found;
        return [...head(name, help, kind), ...lines(name, values)];
      };
      add({ name, render });
    },
    render: () => `${metrics.flatMap((metric) => metric.render()).join('\n')}\n`,
    names: () => metrics.map(({ name }) => name),
  };
}

function head(name: string, help: string, kind: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}

function lines(name: string, values: [Labels, number][]): string[] {
  return values.map(([labels, value]) => `${name}${writeLabels(labels)} ${value}`);
}

/** All series of a metric have the same label names. They are written out on reading, not with each call. */
function keyOf(labels: Labels): string {
  return Object.values(labels).join('\n');
}

/** Each bucket includes the counts of the lower ones. */
function renderSeries(
  name: string,
  bounds: number[],
  { labels, counts, sum }: { labels: Labels; counts: number[]; sum: number },
): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${name}_bucket${writeLabels({ ...labels, le: bounds[index] ?? '+Inf' })} ${total}`;
  });
  const written = writeLabels(labels);
  return [...buckets, `${name}_sum${written} ${sum}`, `${name}_count${written} ${total}`];
}

function writeLabels(labels: Labels): string {
  const entries = Object.entries(labels);
  if (entries.length === 0) return '';
  return `{${entries.map(([name, value]) => `${name}="${escapeLabel(String(value))}"`).join()}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
