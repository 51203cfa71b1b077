import type { UseFormReturnType } from '@mantine/form';

/** The values that differ from those with which a form was opened: the content of a save. */
export function changedValues<Values extends object>({
  getValues,
  isDirty,
}: Pick<UseFormReturnType<Values>, 'getValues' | 'isDirty'>): Partial<Values> {
  const values = Object.entries(getValues()).filter(([field]) => isDirty(field));
  return Object.fromEntries(values) as Partial<Values>;
}

/** Whether there is anything to send, because the server refuses a change without a field. */
export function isChange(change: object): boolean {
  return Object.keys(change).length > 0;
}
