import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import css from './known-line.module.css';

/** A field or a tag, as this list needs it. */
type Known = { id: number; words: string; note?: ReactNode; people: string | undefined };

type KnownListProps<One extends Known> = {
  /** 'Fields', and one of them: 'Field'. */
  title: string;
  noun: string;
  known: One[];
  offReason: string | undefined;
  onAdd: () => void;
  onRename: (one: One) => void;
  onDelete: (one: One) => void;
};

/** The fields, or the tags: each with its people once they are counted, Rename and Delete. */
export function KnownList<One extends Known>(props: KnownListProps<One>) {
  const { title, noun, known, offReason, onAdd, onRename, onDelete } = props;
  return (
    <section>
      <div className={`${css.head} spread`}>
        <h3 className="dimmed">{title}</h3>
        <ReasonButton
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          reason={offReason}
          onClick={onAdd}
        >
          {noun}
        </ReasonButton>
      </div>
      <ul className={css.known} aria-label={title} tabIndex={-1} data-focus-home>
        {known.map((one) => (
          <li key={one.id} className={css.one} data-row>
            <div className="grow">
              <p className="one-line name" title={one.words} dir="auto">
                {one.words}
              </p>
              {one.note ? <p className="one-line note">{one.note}</p> : null}
            </div>
            {one.people ? <span className="dimmed">{one.people}</span> : null}
            <RowMenu
              label={`More for ${one.words}`}
              items={[
                { label: 'Rename', icon: IconPencil, offReason, onPress: () => onRename(one) },
                { label: 'Delete', icon: IconTrash, danger: true, offReason, onPress: () => onDelete(one) },
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for the numbers of people. */
export function CountButton({ isCounting, onCount }: { isCounting: boolean; onCount: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mod={{ loading: isCounting }}
      aria-busy={isCounting}
      onClick={onCount}
    >
      Count people
    </Button>
  );
}
