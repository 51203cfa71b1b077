import { Button } from '@mantine/core';
import type { ApprovedMachine } from '@pigeonpost/contract/calls/pairings';
import { useQuery } from '@tanstack/react-query';
import { DateTime } from '../../../ui/layout/time.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-columns.tsx';
import { approvedQuery, useRevokeApproved } from '../api.ts';
import css from './agent-machines.module.css';
import { formatSystem } from './format-agent.ts';

/** The approved machines that have not come yet; nothing while there are none. */
export function ApprovedMachines() {
  const query = useQuery(approvedQuery);
  if (!query.data?.pairings.length) return null;
  return (
    <DataTable
      label="Approved machines"
      title="Approved, not connected yet"
      columns={COLUMNS}
      rows={query.data.pairings}
      rowKey={({ user_code }) => user_code}
      query={query}
      failure="Failed to fetch the approved machines"
      skeletonRows={1}
      card={(machine) => <MachineCard machine={machine} />}
      empty={null}
    />
  );
}

const COLUMNS: Column<ApprovedMachine>[] = [
  { head: 'Machine', cell: (machine) => <Names machine={machine} /> },
  { head: 'Can connect until', width: '150px', cell: (machine) => <Until machine={machine} /> },
  { head: '', width: '120px', align: 'right', cell: (machine) => <RevokeButton machine={machine} /> },
];

function MachineCard({ machine }: { machine: ApprovedMachine }) {
  return (
    <>
      <div className="spread">
        <Names machine={machine} />
        <RevokeButton machine={machine} />
      </div>
      <p className="dimmed">
        Can connect until <DateTime iso={machine.expires_at} />
      </p>
    </>
  );
}

function Names({
  machine: { machine_name, platform, agent_version, user_code },
}: {
  machine: ApprovedMachine;
}) {
  return (
    <div className={css.names}>
      <p className="one-line name" title={machine_name} dir="auto">
        {machine_name}
      </p>
      <p className="dimmed">
        {`${formatSystem(platform)}, agent ${agent_version}, `}
        <span className={css.code}>code {user_code}</span>
      </p>
    </div>
  );
}

function Until({ machine: { expires_at } }: { machine: ApprovedMachine }) {
  return (
    <span className="dimmed">
      <DateTime iso={expires_at} />
    </span>
  );
}

/** Without a question: a machine that has not come loses nothing, and its agent shows another code. */
function RevokeButton({ machine }: { machine: ApprovedMachine }) {
  const { mutate, isPending } = useRevokeApproved();
  return (
    <Button
      variant="default"
      size="xs"
      className={css.revoke}
      aria-label={`Revoke ${machine.machine_name}, which was approved`}
      loading={isPending}
      onClick={() => mutate(machine)}
    >
      Revoke
    </Button>
  );
}
