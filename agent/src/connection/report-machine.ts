import type { Call } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { MachineReport } from './machine.ts';
import { retry } from './retry.ts';

/** Reports changes of this machine; changes during a report go into the next one. */
interface MachineReporter {
  changed(): void;
}

/** Repeats a report until it arrives or the agent stops (docs/agent-protocol.md#calls). */
export function createMachineReporter({
  call,
  clock,
  log,
  stop,
  report,
}: {
  call: Call;
  clock: Clock;
  log: Log;
  stop: AbortSignal;
  report: () => MachineReport;
}): MachineReporter {
  let isReported = true;
  let isReporting = false;
  const reportChanges = async () => {
    while (!isReported && !stop.aborted) {
      isReported = true;
      await retry(() => call('PUT /api/agent/machine', { body: report(), signal: stop }), {
        clock,
        signal: stop,
      });
    }
  };
  return {
    changed() {
      isReported = false;
      if (isReporting) return;
      isReporting = true;
      void reportChanges()
        .catch((error: Error) => {
          if (!stop.aborted) log(`The machine was not reported: ${error.message}`, error);
        })
        .finally(() => {
          isReporting = false;
        });
    },
  };
}
