import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from './clock.ts';
import type { MachineReport } from './machine.ts';
import { untilAnswered } from './until-answered.ts';

/** Tells the server what changed on this machine; changes during a report are told in one more. */
export interface MachineReporter {
  changed(): void;
}

export function createMachineReporter({
  call,
  clock,
  say,
  stop,
  report,
}: {
  call: Call;
  clock: Clock;
  say: (line: string) => void;
  stop: AbortSignal;
  report: () => MachineReport;
}): MachineReporter {
  let isTold = true;
  let isTelling = false;
  const tell = async () => {
    while (!isTold && !stop.aborted) {
      isTold = true;
      await untilAnswered(() => call('PUT /api/agent/machine', { body: report(), signal: stop }), {
        clock,
        signal: stop,
      });
    }
  };
  return {
    changed() {
      isTold = false;
      if (isTelling) return;
      isTelling = true;
      void tell()
        .catch((error: Error) => {
          if (!stop.aborted && error instanceof ApiError)
            say(`The machine was not reported: ${error.message}`);
        })
        .finally(() => {
          isTelling = false;
        });
    },
  };
}
