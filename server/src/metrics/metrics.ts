import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { createRegistry, type Registry } from './registry.ts';

/** The engine steps whose durations are measured. */
type EngineStep = 'claim' | 'begin' | 'result';

/** The server's counters (docs/operating.md#metrics). */
export interface Metrics {
  answered(call: string, status: number, seconds: number): void;
  /** The state that a result led to, or stale. */
  resultRecorded(state: string): void;
  stepTaken(step: EngineStep, seconds: number): void;
  leasesEnded(count: number): void;
  /** An agent reported that Firefox could not start. */
  machineFailed(): void;
  /** Adds gauges that are read with the metrics. */
  watch(watched: Watched): void;
  render(): string;
  names(): string[];
}

/** The gauges of the server. */
interface Watched {
  pools: Record<string, pg.Pool>;
  polls(): number;
  connections(): number;
  /** Free bytes of the disk with the data; undefined: not known. */
  diskFree(): number | undefined;
}

const CALL_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const STEP_BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5];
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const DELAY_RESOLUTION_MS = 20;

/** One for a process: it watches the delay of the event loop from here on. */
export function createMetrics(): Metrics {
  const registry = createRegistry();
  const requests = registry.counter('pigeonpost_requests_total', 'Calls answered, by call and status.');
  const durations = registry.histogram(
    'pigeonpost_request_seconds',
    'How long calls took; a work call waits on purpose.',
    CALL_BOUNDS,
  );
  const results = registry.counter('pigeonpost_results_total', 'Results of agents, by the new state.');
  const steps = registry.histogram(
    'pigeonpost_engine_seconds',
    'How long the steps of the engine took.',
    STEP_BOUNDS,
  );
  const leases = registry.counter('pigeonpost_leases_ended_total', 'Leases that ran out and were ended.');
  leases.add({}, 0);
  const faults = registry.counter(
    'pigeonpost_machine_faults_total',
    'Tries for which Firefox could not start.',
  );
  faults.add({}, 0);
  watchProcess(registry);
  return {
    answered(call, status, seconds) {
      requests.add({ call, status });
      durations.observe({ call }, seconds);
    },
    resultRecorded: (state) => results.add({ state }),
    stepTaken: (step, seconds) => steps.observe({ step }, seconds),
    leasesEnded: (count) => leases.add({}, count),
    machineFailed: () => faults.add({}),
    watch: (watched) => watchServer(registry, watched),
    render: registry.render,
    names: registry.names,
  };
}

function watchServer(registry: Registry, { pools, polls, connections, diskFree }: Watched): void {
  registry.gauge('pigeonpost_database_connections', 'Connections to the database, by pool.', () =>
    Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]) => [
      [{ pool, state: 'used' }, totalCount - idleCount] as [object & Record<string, string>, number],
      [{ pool, state: 'idle' }, idleCount] as [object & Record<string, string>, number],
    ]),
  );
  registry.gauge('pigeonpost_database_waiting', 'Waiting calls for a database connection, by pool.', () =>
    Object.entries(pools).map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
  );
  registry.gauge('pigeonpost_polls_waiting', 'Work calls that wait for something to do.', polls);
  registry.gauge('pigeonpost_live_connections', 'Live connections of browsers.', connections);
  registry.gauge(
    'pigeonpost_disk_free_bytes',
    'Free bytes of the disk with the data, if it is known.',
    () => {
      const free = diskFree();
      return free === undefined ? [] : free;
    },
  );
}

function watchProcess(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  registry.gauge(
    'pigeonpost_event_loop_delay_seconds',
    'How late the event loop was since it was last asked.',
    () => {
      const found = [0.5, 0.99, 1].map((quantile): [Record<string, number>, number] => [
        { quantile },
        (quantile === 1 ? delay.max : delay.percentile(quantile * 100)) / NANOSECONDS,
      ]);
      delay.reset();
      return found;
    },
  );
  registry.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  registry.gauge(
    'nodejs_heap_used_bytes',
    'Memory of JavaScript objects.',
    () => process.memoryUsage().heapUsed,
  );
  registry.gauge(
    'process_cpu_seconds_total',
    'Processor time of the process.',
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / MICROSECONDS;
    },
    'counter',
  );
}
