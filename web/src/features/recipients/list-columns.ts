import type { Field } from '@pigeonpost/contract/calls/fields';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RowMenuItem } from '../../ui/table/row-menu-list.tsx';
import { fieldsQuery } from '../fields/api.ts';

/** More would leave no room for the names. */
const COLUMNS_MAX = 2;

const NONE: Field[] = [];

/** They change by hand, in Settings or by an import, which fetch them again. */
const FRESH_MS = 300_000;

/**
 * The fields that a list shows as columns, remembered in this browser for each list. Without fields nothing is asked
 * for with the recipients.
 */
export function useListColumns(list_id: number) {
  const { data: fields = NONE } = useQuery({ ...fieldsQuery, staleTime: FRESH_MS });
  const [chosen, setChosen] = useState(() => readChosen(list_id));
  const shown = useMemo(
    () => fields.filter(({ id }) => chosen.includes(id)).slice(0, COLUMNS_MAX),
    [fields, chosen],
  );
  const toggle = ({ id }: Field) => {
    const present = shown.map((field) => field.id);
    const next = present.includes(id) ? present.filter((other) => other !== id) : [...present, id];
    setChosen(next);
    saveChosen(list_id, next);
  };
  return { fields, shown, toggle };
}

/** The fields in a menu, ticked where they are columns. */
export function columnItems({ fields, shown, toggle }: ReturnType<typeof useListColumns>): RowMenuItem[] {
  const isShown = ({ id }: Field) => shown.some((field) => field.id === id);
  return fields.map((field) => ({
    group: 'Columns',
    label: field.label,
    checked: isShown(field),
    offReason: isShown(field) || shown.length < COLUMNS_MAX ? undefined : `${COLUMNS_MAX} columns at most`,
    onPress: () => toggle(field),
  }));
}

const keyOf = (list_id: number) => `columns of list ${list_id}`;

function readChosen(list_id: number): number[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(list_id)) ?? '[]');
    return Array.isArray(saved) ? saved.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

function saveChosen(list_id: number, chosen: number[]): void {
  try {
    if (chosen.length === 0) localStorage.removeItem(keyOf(list_id));
    else localStorage.setItem(keyOf(list_id), JSON.stringify(chosen));
  } catch {
    // A browser that stores nothing shows them until the page goes.
  }
}
