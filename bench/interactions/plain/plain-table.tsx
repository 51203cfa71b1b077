import { ActionIcon, Anchor, Badge, Checkbox, Menu, Table } from '@mantine/core';
import type { Recipient } from '@pigeonpost/contract/calls/recipients';

interface Selecting {
  selection: number[];
  onSelection: (selection: number[]) => void;
}

type PlainTableProps = Selecting & { rows: Recipient[] };

/** Unoptimised rows: each is rendered with each change, with its menu. */
export function PlainTable({ rows, selection, onSelection }: PlainTableProps) {
  const isAll = rows.length > 0 && selection.length === rows.length;
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Checkbox
              aria-label="Select all on this page"
              checked={isAll}
              indeterminate={selection.length > 0 && !isAll}
              onChange={() => onSelection(isAll ? [] : rows.map(({ id }) => id))}
            />
          </Table.Th>
          <Table.Th>Recipient</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Added</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <PlainRow key={row.id} row={row} selection={selection} onSelection={onSelection} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PlainRow({ row, selection, onSelection }: Selecting & { row: Recipient }) {
  const { id, recipient, status, created_at } = row;
  const isSelected = selection.includes(id);
  const toggle = () => onSelection(isSelected ? selection.filter((one) => one !== id) : [...selection, id]);
  return (
    <Table.Tr {...(isSelected && { bg: 'var(--mantine-primary-color-light)' })}>
      <Table.Td>
        <Checkbox aria-label={`Select @${recipient}`} checked={isSelected} onChange={toggle} />
      </Table.Td>
      <Table.Td>
        <Anchor component="button">@{recipient}</Anchor>
      </Table.Td>
      <Table.Td>
        <Badge>{status}</Badge>
      </Table.Td>
      <Table.Td>
        <time dateTime={created_at}>{new Date(created_at).toLocaleString()}</time>
      </Table.Td>
      <Table.Td>
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={`More for @${recipient}`}>
              …
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Mark as pending</Menu.Item>
            <Menu.Item>Mark as sent</Menu.Item>
            <Menu.Item>Add to do-not-contact</Menu.Item>
            <Menu.Item color="red">Delete</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}
