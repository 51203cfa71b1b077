import { IMPORT_FIELDS_MAX } from '@pigeonpost/contract/people/person-fields';
import { NAME_WORDS } from '@pigeonpost/contract/recipients';
import { IconAlertTriangle, IconHistory, IconLink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { formatDay } from '../../../format/format-time.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { useIsPhone } from '../../../ui/layout/media.ts';
import { ColumnSelect, type MappingProps } from './column-select.tsx';
import css from './mapping.module.css';
import { ACCOUNT_WORDS, COLUMNS_SHOWN } from './read/format-words.ts';
import type { Outline } from './read/read-source.ts';
import type { SampleRow } from './read/sample-rows.ts';

/** What a source was taken for, to be put right: its first rows and the column of names, or the kinds of accounts. */
export function Mapping(props: MappingProps) {
  const { outline } = props;
  if (outline.form === 'accounts') return <AccountKinds {...props} />;
  if (outline.form === 'table') return <Columns {...props} />;
  return outline.layout.headLine === undefined && !outline.isHeadRefused ? null : <HeadTick {...props} />;
}

function AccountKinds({ outline: { kinds = [], since }, onChoose }: MappingProps) {
  const chosen = kinds.filter(({ isChosen }) => isChosen).map(({ kind }) => kind);
  return (
    <>
      <fieldset className={css.kinds}>
        <legend>Which accounts</legend>
        {kinds.map(({ kind, count, isChosen }) => (
          <CheckField
            key={kind}
            label={`${ACCOUNT_WORDS[kind]} (${formatCount(count)})`}
            checked={isChosen}
            onChange={() =>
              onChoose({ kinds: isChosen ? chosen.filter((one) => one !== kind) : [...chosen, kind] })
            }
          />
        ))}
      </fieldset>
      {since ? (
        <CheckField
          label="Keep the date as the field “since”"
          hint={`The first one here: ${since.example}`}
          checked={since.isChosen}
          onChange={() => onChoose({ since: !since.isChosen })}
        />
      ) : null}
    </>
  );
}

function Columns(props: MappingProps) {
  const { outline, kind } = props;
  const { layout, remembered, titleRows, overMax, hiddenColumns } = outline;
  const isPhone = useIsPhone();
  const where = outline.name ? ` in ${outline.name}` : '';
  return (
    <section className={css.mapping} aria-label={`What each column is${where}`}>
      <div className={css.title}>
        <h3>What each column is</h3>
        {remembered ? (
          <span className={`${css.remembered} note`}>
            <IconHistory size={14} aria-hidden="true" />
            As you chose for a file like this on {formatDay(remembered.chosen_at)}
          </span>
        ) : null}
      </div>
      {layout.column === undefined ? (
        <p className={`${css.missing} note`}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          Choose the column with the {NAME_WORDS[kind].many}.
        </p>
      ) : null}
      {isPhone ? <ColumnCards {...props} /> : <ColumnTable {...props} />}
      <HeadTick {...props} />
      {titleRows > 0 ? (
        <p className="note">
          {formatNoun(titleRows, 'row')} above the heads {titleRows === 1 ? 'is' : 'are'} not read.
        </p>
      ) : null}
      {overMax > 0 ? (
        <p className="note">
          An import takes {IMPORT_FIELDS_MAX} fields: {formatNoun(overMax, 'more column')}{' '}
          {overMax === 1 ? 'starts' : 'start'} as Leave out.
        </p>
      ) : null}
      {hiddenColumns > 0 ? (
        <p className="note">
          An import reads {COLUMNS_SHOWN} columns: {formatNoun(hiddenColumns, 'more column')}{' '}
          {hiddenColumns === 1 ? 'is' : 'are'} not shown.
        </p>
      ) : null}
    </section>
  );
}

function HeadTick({ outline: { form, layout }, onChoose }: MappingProps) {
  const named = layout.headLine === undefined ? '' : `, “${layout.heads[0]}”,`;
  const label = form === 'table' ? 'The first row names the columns' : `The first line${named} is a heading`;
  return (
    <CheckField
      label={label}
      checked={layout.headLine !== undefined}
      onChange={(event) =>
        onChoose({ hasHead: event.currentTarget.checked, column: undefined, uses: undefined })
      }
    />
  );
}

/** The columns that are offered; two may have the same head. */
function columnsOf({ layout }: Outline) {
  return layout.heads.slice(0, COLUMNS_SHOWN).map((head, at) => ({ key: `${at} ${head}`, head, at }));
}

function ColumnTable(props: MappingProps) {
  const { layout, sample, uses } = props.outline;
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const head = scroller.current?.querySelectorAll('th')[layout.column ?? 0];
    const shown = scroller.current;
    if (head && shown) shown.scrollLeft = Math.max(0, head.offsetLeft + head.offsetWidth - shown.clientWidth);
  }, [layout.column]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller has to be reached by keyboard
    <section className={css.scroller} ref={scroller} tabIndex={0} aria-label="First rows">
      <table>
        <thead>
          <tr>
            {columnsOf(props.outline).map(({ key, head, at }) => (
              <th key={key} scope="col" data-name={at === layout.column} data-kept={uses[at] !== 'skip'}>
                <span className={css.head} title={head}>
                  {head}
                </span>
                <ColumnSelect {...props} at={at} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((row) => (
            <tr key={row.line} data-refused={row.reason !== undefined}>
              {columnsOf(props.outline).map(({ key, at }) => (
                <td key={key} data-name={at === layout.column} data-kept={uses[at] !== 'skip'}>
                  {at === layout.column ? <NameCell row={row} at={at} /> : row.cells[at]?.trim() || '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function NameCell({ row, at }: { row: SampleRow; at: number }) {
  const { name, reason, cells } = row;
  const given = cells[at]?.trim() || '–';
  return reason === undefined ? (
    <>
      {name ?? given}
      {name !== undefined && given.includes('/') ? (
        <IconLink size={14} className={css.link} aria-label="read from a link" />
      ) : null}
    </>
  ) : (
    <span title={reason}>
      {given} <span className={css.reason}>{reason}</span>
    </span>
  );
}

const VALUES_SHOWN = 3;

/** On a phone: a card for each column, with its first values. */
function ColumnCards(props: MappingProps) {
  const { layout, sample, uses } = props.outline;
  return (
    <ul className={css.cards}>
      {columnsOf(props.outline).map(({ key, head, at }) => (
        <li key={key} data-name={at === layout.column} data-kept={uses[at] !== 'skip'}>
          <span className={css.head}>{head}</span>
          <ColumnSelect {...props} at={at} />
          <span className={css.values}>
            {sample
              .slice(0, VALUES_SHOWN)
              .map((row) => (at === layout.column && row.name) || row.cells[at]?.trim() || '–')
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
