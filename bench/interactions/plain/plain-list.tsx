import { Button, Group, Modal, Pagination, Stack, Text, Textarea, Title } from '@mantine/core';
import { type Answer, createClient } from '@pigeonpost/contract/client';
import { RECIPIENTS_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { useEffect, useState } from 'react';
import { PlainTable } from './plain-table.tsx';

const call = createClient({ baseUrl: '', token: () => localStorage.getItem('token') });

/** A list's recipients in Mantine's own parts: rows to tick, a menu in each, two dialogs, pages. */
export function PlainList({ list_id }: { list_id: number }) {
  const [page, setPage] = useState(1);
  const [answer, setAnswer] = useState<Answer<'GET /api/lists/{id}/recipients'>>();
  const [selection, setSelection] = useState<number[]>([]);
  const [dialog, setDialog] = useState<'import' | 'delete'>();
  useEffect(() => {
    call('GET /api/lists/{id}/recipients', { params: { id: list_id }, query: { page } }).then(setAnswer);
  }, [list_id, page]);
  const rows = answer?.recipients ?? [];
  const close = () => setDialog(undefined);
  return (
    <Stack p="lg">
      <Group justify="space-between">
        <Title order={2}>Neighbours</Title>
        <Button onClick={() => setDialog('import')}>Bulk Import</Button>
      </Group>
      {selection.length > 0 ? (
        <Group role="toolbar">
          <Text>{selection.length} selected</Text>
          <Button variant="default" onClick={() => setSelection([])}>
            Clear
          </Button>
          <Button color="red" onClick={() => setDialog('delete')}>
            Delete
          </Button>
        </Group>
      ) : null}
      <PlainTable rows={rows} selection={selection} onSelection={setSelection} />
      <Pagination
        total={Math.ceil((answer?.pagination.total ?? 0) / RECIPIENTS_PAGE_SIZE)}
        value={page}
        onChange={setPage}
        getControlProps={(control) => ({ 'aria-label': LABELS[control] })}
      />
      <Modal opened={dialog === 'import'} onClose={close} title="Bulk Import">
        <Textarea label="Usernames" rows={10} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button>Import recipients</Button>
        </Group>
      </Modal>
      <Modal opened={dialog === 'delete'} onClose={close} title={`Delete ${selection.length} recipients?`}>
        <Text>They are removed from this list.</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red">Delete</Button>
        </Group>
      </Modal>
    </Stack>
  );
}

const LABELS = { first: 'First', last: 'Last', previous: 'Previous', next: 'Next' };
