import { formatNoun } from '../../../format/format-number.ts';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { useBulkValue } from './use-bulk-value.ts';
import type { ValueChange } from './value-words.ts';

type SettingOptions = {
  list_id: number;
  /** How many match. */
  total: number;
  setMatching: (change: ValueChange) => unknown;
  select: (ids: number[]) => void;
};

/** Asks for a field and a value in a dialog, and gives it to recipients: those with these ids, or everybody who matches. */
export function useValueSetting({ list_id, total, setMatching, select }: SettingOptions) {
  const [wanted, setWanted] = useKeptState<{ ids?: number[] } | undefined>(
    'recipients to give a value',
    undefined,
  );
  const bulk = useBulkValue(list_id);
  const who = formatNoun(wanted?.ids?.length ?? total, 'recipient');
  const onSet = (change: ValueChange) => {
    const ids = wanted?.ids;
    if (!ids) return setMatching(change);
    select([]);
    return bulk.change({ ids, who, onLeft: select }, change);
  };
  const dialog = wanted && {
    who,
    isAll: wanted.ids === undefined,
    onSet,
    onClose: () => setWanted(undefined),
  };
  return { state: bulk.state, dialog, ask: setWanted };
}
