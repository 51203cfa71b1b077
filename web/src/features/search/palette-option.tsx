import { Combobox, Highlight } from '@mantine/core';
import { useChangeCampaign } from '../campaigns/parts/change-campaign.ts';
import css from './palette.module.css';
import type { Item } from './palette-items.ts';

type PaletteOptionProps = { item: Item; typed: string; onClose: () => void };

/** One line of the palette, with the typed text underlined. */
export function PaletteOption({ item, typed, onClose }: PaletteOptionProps) {
  return 'campaign' in item ? (
    <CampaignOption item={item} typed={typed} onClose={onClose} />
  ) : (
    <PlainOption item={item} typed={typed} onClose={onClose} />
  );
}

function PlainOption({
  item,
  typed,
  onClose,
}: PaletteOptionProps & { item: Exclude<Item, { campaign: unknown }> }) {
  const choose = () => {
    onClose();
    item.run();
  };
  return <OptionLine item={item} typed={typed} onChoose={choose} />;
}

function CampaignOption({
  item,
  typed,
  onClose,
}: PaletteOptionProps & { item: Extract<Item, { campaign: unknown }> }) {
  const { mutate } = useChangeCampaign(item.campaign);
  const choose = () => {
    onClose();
    mutate(item.action);
  };
  return <OptionLine item={item} typed={typed} onChoose={choose} />;
}

function OptionLine({ item, typed, onChoose }: { item: Item; typed: string; onChoose: () => void }) {
  const Icon = item.icon;
  return (
    <Combobox.Option value={item.key} className={css.option} onClick={onChoose}>
      <Icon size={18} aria-hidden="true" />
      <span className="grow">
        <Highlight
          component="span"
          highlight={typed}
          accentInsensitive={false}
          className={`${css.label} one-line`}
          dir="auto"
        >
          {item.label}
        </Highlight>
        {item.second ? (
          <span className={`${css.second} one-line note`} dir="auto">
            {item.second}
          </span>
        ) : null}
      </span>
      {item.note ? (
        <span className={`${css.note} one-line`} data-tone={item.tone}>
          {item.note}
          {item.secondNote ? <span className={`${css.second} one-line note`}>{item.secondNote}</span> : null}
        </span>
      ) : null}
    </Combobox.Option>
  );
}
